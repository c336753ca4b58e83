import type { DailyRefusal } from '@site/sim/tennis-ball-gun';
import { AppError } from '../http/app-error.ts';
import type { Problem } from '../http/problem-table.ts';

const PROBLEMS = {
  RUN_REFUSED: { status: 422, error: 'The run does not match the entry.' },
  RUN_KNOWN: { status: 409, error: 'This run is already on the leaderboard.' },
  INITIALS_REFUSED: { status: 422, error: 'These initials are not allowed. Choose others.' },
  ENTRY_UNKNOWN: { status: 404, error: 'There is no such entry on the leaderboard.' },
} as const satisfies Readonly<Record<string, Problem>>;

type DailyErrorCode = keyof typeof PROBLEMS;

/** The `details` in the response, by the reason for the rejection. */
const REASONS: Readonly<Record<DailyRefusal | 'no run', string>> = {
  'no run': 'run is incomplete or malformed',
  'different game': "run belongs to a different game than that day's",
  'not now': 'entries are accepted on their day, but not before a run of that length could have been played',
  'impossible timing': 'the length of the run or the order of its inputs is impossible',
  'different score': 'the replayed run has a different score',
  'different inputs': 'the replayed run ends differently',
};

export class DailyError extends AppError {
  readonly code: DailyErrorCode;
  readonly problem: Problem;

  constructor(code: DailyErrorCode, message: string, details?: string) {
    super(message, {}, details);
    this.code = code;
    this.problem = PROBLEMS[code];
  }
}

export const runRefused = (reason: keyof typeof REASONS): DailyError => new DailyError('RUN_REFUSED', reason, REASONS[reason]);
