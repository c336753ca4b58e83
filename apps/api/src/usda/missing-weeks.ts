const DAY_MS = 86_400_000;
/** 1970 began on a Thursday; weeks here begin on Mondays. */
const THURSDAY = 3;
/** A chart shows a year. */
const WEEKS_OF_HISTORY = 52;
/** Of one request: USDA's answer stays at a bearable size. */
const WEEKS_OF_SPAN = 8;

/** Number of the week in which a calendar day lies. */
export const weekOf = (day: string): number => Math.floor((Date.parse(`${day}T00:00:00Z`) / DAY_MS + THURSDAY) / 7);

export interface Span {
  readonly from: Date;
  readonly to: Date;
  readonly weeks: readonly number[];
}

/**
 * Spans of the year before `newest` that hold a week of which nothing is known, newest span first.
 * @param newest report date of the newest issue
 * @param known weeks that are stored, or that USDA was asked for in vain
 */
export function missingSpans(newest: string, known: ReadonlySet<number>): Span[] {
  const spans: Span[] = [];
  const end = Date.parse(`${newest}T00:00:00Z`);
  for (let back = 0; back < WEEKS_OF_HISTORY; back += WEEKS_OF_SPAN) {
    const weeks = Array.from({ length: WEEKS_OF_SPAN }, (_, index) => weekOf(newest) - back - index);
    if (weeks.every((week) => known.has(week))) continue;
    const to = end - back * 7 * DAY_MS;
    spans.push({ from: new Date(to - WEEKS_OF_SPAN * 7 * DAY_MS), to: new Date(to), weeks });
  }
  return spans;
}
