import type { LeadWords } from './page-lead.ts';
import type { PriceSeries } from './price-history.ts';
import { itemName } from './price-item.ts';
import type { Place } from './region.ts';
import { changeBetween, readPoint, type Change, type PriceReader, type WeekPrice } from './week-price.ts';

const DAY_MS = 86_400_000;
/** Days between a week and the one that it is compared with, a year earlier: 52 weeks, so that both dates are Mondays. */
export const YEAR_DAYS = 364;
// Created once: a formatter costs more than everything it formats on one screen.
const CALENDAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** `2026-09-14` as "Sep 14, 2026": a calendar date, the same in every time zone. */
export const calendarDate = (date: string): string => CALENDAR.format(new Date(`${date}T00:00:00Z`));

export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

export const dollars = (amount: number): string => `$${amount.toFixed(2)}`;

export const storeWords = (count: number | null): string =>
  count === null ? 'stores not stated' : `${count.toLocaleString('en-US')} ${count === 1 ? 'store' : 'stores'}`;

/** " in 600 stores"; nothing if the number is not stated. */
export const inStores = (count: number | null): string => (count === null ? '' : ` in ${storeWords(count)}`);

export const placeWords = (place: Place): string => (place === 'NATIONAL' ? 'across the country' : `in the ${place} region`);

/** "up $0.45 (+22.0%)"; the sign and the word make the direction clear without color. */
export function changeWords({ dollars: change, percent }: Change): string {
  const amount = Math.abs(change).toFixed(2);
  if (amount === '0.00') return 'unchanged';
  const sign = change > 0 ? '+' : '−';
  return `${change > 0 ? 'up' : 'down'} $${amount} (${sign}${Math.abs(percent).toFixed(1)}%)`;
}

type Direction = 'up' | 'down' | 'flat';

export function directionOf({ dollars: change }: Change): Direction {
  if (Math.abs(change).toFixed(2) === '0.00') return 'flat';
  return change > 0 ? 'up' : 'down';
}

/** Null where the item was not advertised a year ago, or that week is not stored. */
export function yearChange(reader: PriceReader, price: WeekPrice, series: PriceSeries | undefined): Change | null {
  const then = daysAfter(price.record.report_date, -YEAR_DAYS);
  const point = series?.points.find(({ date }) => date === then);
  const before = series && point ? readPoint(reader, series, point) : null;
  return before ? changeBetween(price.range.average, before.price) : null;
}

function changeSince(change: Change, since: string): LeadWords[] {
  return [{ text: changeWords(change), look: directionOf(change) }, { text: ` from ${since}` }];
}

/** The change from a year ago; null if there is no figure for that week, undefined while it loads, `failed` if it could not be loaded. */
type YearChange = Change | 'failed' | null | undefined;

function yearWords(year: YearChange): LeadWords[] {
  // The final period is part of the last piece of text: as a separate element it would move when that text changes.
  if (year === undefined) return [{ text: 'a year ago: …' }];
  if (year === 'failed') return [{ text: 'a year ago: not loaded.' }];
  return year ? changeSince(year, 'a year ago.') : [{ text: 'no figure from a year ago.' }];
}

/** The sentence with which a price page begins. Each change is on a line of its own, so that it is easy to find. */
export function leadSentence({ commodity }: PriceReader, price: WeekPrice, year: YearChange): LeadWords[][] {
  const { lastWeek } = price;
  return [
    [
      { text: dollars(price.range.average), look: 'figure' },
      { text: ` ${price.unit} is this week’s advertised price of ` },
      { text: itemName(commodity, price.record), look: 'strong' },
      { text: ` ${placeWords(price.place)}${price.stores === null ? '' : ','}${inStores(price.stores)}: ` },
    ],
    [...(lastWeek ? changeSince(lastWeek, 'last week') : [{ text: 'not advertised last week' }]), { text: ', ' }],
    yearWords(year),
  ];
}
