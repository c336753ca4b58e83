const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What is wrong now. */
export interface Finding {
  /** Distinguishes alerts of one kind, for example by release; empty if there can be only one. */
  readonly subject: string;
  /** One sentence with figures. */
  readonly what: string;
}

/** The state of one alert. Times are milliseconds since 1970. */
export interface AlertState {
  readonly what: string;
  readonly raisedAt: number;
  /** Null while its cause persists. */
  readonly clearedAt: number | null;
  /** When the operator was last sent a message; null means never. */
  readonly reportedAt: number | null;
  /** True if the last message reported the problem, false if it reported its end. */
  readonly isReported: boolean;
  /** How many times the cause has appeared since the operator was last told that it was gone. */
  readonly times: number;
}

export type AlertNews = 'raised' | 'still' | 'cleared';

export interface AlertStep {
  readonly after: AlertState;
  readonly news: AlertNews | null;
}

function seen(before: AlertState | null, what: string, now: number): AlertStep {
  const isNew = before === null || before.clearedAt !== null;
  const state: AlertState = isNew
    ? {
        what,
        raisedAt: now,
        clearedAt: null,
        reportedAt: before?.reportedAt ?? null,
        isReported: false,
        times: (before?.times ?? 0) + 1,
      }
    : { ...before, what };
  // A report in the future was made by a clock that was wrong.
  const sinceReport = state.reportedAt === null || state.reportedAt > now ? Infinity : now - state.reportedAt;
  if (!state.isReported && sinceReport >= HOUR_MS)
    return { after: { ...state, reportedAt: now, isReported: true }, news: 'raised' };
  if (state.isReported && sinceReport >= DAY_MS) return { after: { ...state, reportedAt: now }, news: 'still' };
  return { after: state, news: null };
}

function gone(before: AlertState, now: number): AlertStep | null {
  if (before.clearedAt !== null) return null;
  const after = { ...before, clearedAt: now, isReported: false };
  // If a problem came and went before anyone was told, nobody needs to hear that it is gone.
  return before.isReported ? { after: { ...after, reportedAt: now, times: 0 }, news: 'cleared' } : { after, news: null };
}

/**
 * How one check changes an alert. The operator is told when a problem appears, once a day while it persists, and when it is gone; if it
 * keeps coming and going, at most once an hour.
 * @param before null if it was never raised
 * @returns null if nothing changes
 */
export function nextAlert(before: AlertState | null, finding: Finding | null, now: number): AlertStep | null {
  if (finding) return seen(before, finding.what, now);
  return before && gone(before, now);
}
