import type { ListedJob } from './job.repository.ts';

/** What a job is doing, derived from its row. */
export interface JobState {
  readonly isRunning: boolean;
  /** ISO 8601, UTC: when it is due or, while it runs, when its process counts as dead unless it renews its claim. */
  readonly at: string;
  /** Failed attempts since the last success. */
  readonly failures: number;
  /** Why the last attempt failed; null if none has failed since the last success. */
  readonly problem: string | null;
}

export function jobState({ state, attempts, runAt, lastError }: ListedJob): JobState {
  const isRunning = state === 'running';
  const failures = isRunning ? attempts - 1 : attempts;
  const problem = failures > 0 ? (lastError ?? 'its process died') : null;
  return { isRunning, at: new Date(Number(runAt)).toISOString(), failures, problem };
}
