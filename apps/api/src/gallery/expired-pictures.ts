import type { Config } from '../config/config.ts';
import { isMassRemoval } from './mass-removal.ts';
import type { SubmissionRepository } from './submission.repository.ts';

const DAY_MS = 24 * 3_600_000;
/** May be removed whatever its share: otherwise a small gallery could never lose one. */
const ALLOWED = 1;

export interface ExpiredPictures {
  readonly ids: readonly string[];
  /** Number of all pictures. */
  readonly of: number;
  readonly why: string;
  /** True if they are more than a sweep removes by itself. */
  readonly areTooMany: boolean;
}

/** Pictures older than the retention period. The sweep and the alert about it follow the same rule. */
export async function findExpired(
  submissions: Pick<SubmissionRepository, 'idsBefore' | 'countKept'>,
  { keepDays }: Pick<Config['gallery'], 'keepDays'>,
  now: number,
): Promise<ExpiredPictures> {
  const ids = await submissions.idsBefore(new Date(now - keepDays * DAY_MS));
  const of = await submissions.countKept();
  const why = `are past GALLERY_KEEP_DAYS (${keepDays})`;
  return { ids, of, why, areTooMany: isMassRemoval(ids.length, of, ALLOWED) };
}
