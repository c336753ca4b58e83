import { countAlike } from './likeness.ts';
import type { SubmissionStatus } from './submission.entity.ts';

/** If more similar pictures than this arrive within an hour, further ones wait for the owner. */
const FLOOD_PICTURES = 20;

/** Difference hashes that a new picture is compared with. */
export interface KnownHashes {
  readonly banned: readonly string[];
  /** From the last hour. */
  readonly recent: readonly string[];
}

/**
 * The status of a new picture.
 * @param needsApproval true if it is not shown before the owner has approved it
 * @returns null if it must not be added
 */
export function initialStatus(
  differenceHash: string,
  { banned, recent }: KnownHashes,
  needsApproval: boolean,
): SubmissionStatus | null {
  if (countAlike(differenceHash, banned) > 0) return null;
  if (needsApproval) return 'held';
  return countAlike(differenceHash, recent) > FLOOD_PICTURES ? 'held' : 'listed';
}
