import { countAlike } from './likeness.ts';
import type { SubmissionStatus } from './submission.entity.ts';

/** More likenesses than this in an hour wait for the owner. */
const FLOOD_PICTURES = 20;

/** Difference hashes that a new picture is compared with. */
export interface KnownHashes {
  readonly banned: readonly string[];
  /** Of the last hour. */
  readonly recent: readonly string[];
}

/** Null: it may not be added. */
export function stateOfNew(differenceHash: string, { banned, recent }: KnownHashes): SubmissionStatus | null {
  if (countAlike(differenceHash, banned) > 0) return null;
  return countAlike(differenceHash, recent) > FLOOD_PICTURES ? 'held' : 'listed';
}
