import type { PriceSeries } from '@site/contracts';
import { calendarDate } from '../connection/report-dates.ts';
import { readPoint } from '../history/history-model.ts';
import type { PriceKind } from '../prices/price-kind.ts';
import { changeBetween, type Change, type WeekPrice } from '../prices/week-price.ts';

const DAY_MS = 86_400_000;

const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** A week's change from a year earlier: 52 weeks, so that both dates are Mondays. */
const YEAR_DAYS = 364;

/** Null where the item was not advertised a year ago, or that week is not stored. */
export function yearChange(kind: PriceKind, price: WeekPrice, series: PriceSeries | undefined): Change | null {
  const then = daysAfter(price.record.report_date, -YEAR_DAYS);
  const point = series?.points.find(({ date }) => date === then);
  const before = series && point ? readPoint(kind, series, point) : null;
  return before ? changeBetween(price.range.average, before.price) : null;
}

/** A report is published on the Friday of its week but carries the Monday's date. */
const PUBLISHED_AFTER_DAYS = 4;
/** Federal holidays and slow days. */
const GRACE_DAYS = 3;
const WEEK_DAYS = 7;

/** Days between the two newest issues, rounded to whole weeks: how often the report is published. */
function rhythmOf(newest: string, dates: Iterable<string>): number {
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
  const expected = daysAfter(newest, rhythmOf(newest, dates) + PUBLISHED_AFTER_DAYS);
  const today = new Date(now).toISOString().slice(0, 10);
  if (today <= daysAfter(expected, GRACE_DAYS)) return `Next report expected on ${calendarDate(expected)}.`;
  return `The next report was expected on ${calendarDate(expected)} and is late: these figures are of an older week.`;
}
