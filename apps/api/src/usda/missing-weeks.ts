const DAY_MS = 86_400_000;
/** 1970 began on a Thursday; weeks begin on Monday here. */
const THURSDAY = 3;
/** A chart shows a year. */
const WEEKS_OF_HISTORY = 52;
/** Maximum per request, so that USDA's response stays reasonably small. */
const WEEKS_PER_SPAN = 8;

/** Number of the week that contains a calendar day. */
export const weekOf = (day: string): number => Math.floor((Date.parse(`${day}T00:00:00Z`) / DAY_MS + THURSDAY) / 7);

/** Monday of a week, `YYYY-MM-DD`. */
const mondayOf = (week: number): string => new Date((week * 7 - THURSDAY) * DAY_MS).toISOString().slice(0, 10);

/** Mondays of the unknown weeks in the year up to `newest`, newest first. @param newest report date of the newest issue */
export const missingMondays = (newest: string, known: ReadonlySet<number>): string[] =>
  Array.from({ length: WEEKS_OF_HISTORY }, (_, back) => weekOf(newest) - back)
    .filter((week) => !known.has(week))
    .map(mondayOf);

export interface Span {
  readonly from: Date;
  readonly to: Date;
  readonly weeks: readonly number[];
}

/**
 * Spans of the year before `newest` that contain an unknown week, newest span first.
 * @param newest report date of the newest issue
 * @param known weeks that are stored, or that USDA was asked for and did not send
 */
export function missingSpans(newest: string, known: ReadonlySet<number>): Span[] {
  const spans: Span[] = [];
  const end = Date.parse(`${newest}T00:00:00Z`);
  for (let back = 0; back < WEEKS_OF_HISTORY; back += WEEKS_PER_SPAN) {
    const weeks = Array.from({ length: WEEKS_PER_SPAN }, (_, index) => weekOf(newest) - back - index);
    if (weeks.every((week) => known.has(week))) continue;
    const to = end - back * 7 * DAY_MS;
    spans.push({ from: new Date(to - WEEKS_PER_SPAN * 7 * DAY_MS), to: new Date(to), weeks });
  }
  return spans;
}
