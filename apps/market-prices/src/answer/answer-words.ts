import { calendarDate, daysAfter } from '@site/contracts';

const DAY_MS = 86_400_000;
/** A report is published on the Friday of its week but is dated that Monday. */
const PUBLISHED_AFTER_DAYS = 4;
/** Allows for federal holidays and late publication. */
const GRACE_DAYS = 3;
const WEEK_DAYS = 7;

/** Days between the two newest issues, rounded to whole weeks: how often the report is published. */
function intervalOf(newest: string, dates: Iterable<string>): number {
  const before = [...dates]
    .filter((date) => date < newest)
    .sort()
    .at(-1);
  if (before === undefined) return WEEK_DAYS;
  const days = (Date.parse(newest) - Date.parse(before)) / DAY_MS;
  return Math.max(Math.round(days / WEEK_DAYS), 1) * WEEK_DAYS;
}

/** Says when the next issue is due, or that it is late. */
export function nextReportWords(newest: string, dates: Iterable<string>, now: number): string {
  const expected = daysAfter(newest, intervalOf(newest, dates) + PUBLISHED_AFTER_DAYS);
  const today = new Date(now).toISOString().slice(0, 10);
  if (today <= daysAfter(expected, GRACE_DAYS)) return `Next report expected on ${calendarDate(expected)}.`;
  return `The next report was expected on ${calendarDate(expected)} and is late: these figures are for an earlier week.`;
}
