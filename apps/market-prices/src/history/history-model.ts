import { readPoint, secondsOf, YEAR_DAYS, type PriceReader, type PriceSeries, type Reading } from '@site/contracts';

const DAY_SECONDS = 86_400;
const WEEK_SECONDS = 7 * DAY_SECONDS;

export const dateOf = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);

interface Line {
  readonly item: string;
  /** One entry per week; null if the item was not advertised, so that the line breaks there. */
  readonly readings: readonly (Reading | null)[];
}

export interface HistoryModel {
  /** Every week from the first stored one to the last, seconds since 1970, including weeks without any price. */
  readonly weeks: readonly number[];
  readonly lines: readonly Line[];
  /** Mean of a week's positive prices, counting every item once; null if there are none. */
  readonly mean: readonly (number | null)[];
}

/** The mean that the specification computes: of prices above zero, not weighted by stores. */
export function meanOfPositive(prices: readonly number[]): number | null {
  const positive = prices.filter((price) => price > 0);
  return positive.length === 0 ? null : positive.reduce((sum, price) => sum + price, 0) / positive.length;
}

function weeksOf(all: readonly PriceSeries[]): number[] {
  const stored = new Set(all.flatMap((series) => series.points.map((point) => secondsOf(point.date))));
  if (stored.size === 0) return [];
  const sorted = [...stored].sort((one, other) => one - other);
  const weeks = new Set(sorted);
  // Reports once moved from Friday to Monday; a missing week is added only where the stored ones leave room for it.
  sorted.forEach((week, index) => {
    const next = sorted[index + 1];
    if (next === undefined) return;
    for (let missing = week + WEEK_SECONDS; missing < next - 3 * DAY_SECONDS; missing += WEEK_SECONDS) weeks.add(missing);
  });
  return [...weeks].sort((one, other) => one - other);
}

export function readHistory(
  kind: Pick<PriceReader, 'range'>,
  byItem: ReadonlyMap<string, PriceSeries>,
  items: readonly string[],
): HistoryModel {
  const all = [...byItem.values()];
  const weeks = weeksOf(all);
  const place = new Map(weeks.map((week, index) => [week, index]));
  const readingsOf = (series: PriceSeries | undefined): (Reading | null)[] => {
    const readings = Array.from({ length: weeks.length }, (): Reading | null => null);
    for (const point of series?.points ?? []) {
      const index = place.get(secondsOf(point.date));
      if (series && index !== undefined) readings[index] = readPoint(kind, series, point);
    }
    return readings;
  };
  const everything = all.map(readingsOf);
  return {
    weeks,
    lines: items.map((item) => ({ item, readings: readingsOf(byItem.get(item)) })),
    mean: weeks.map((_, week) =>
      meanOfPositive(everything.flatMap((readings) => (readings[week]?.isComparable ? [readings[week].price] : []))),
    ),
  };
}

/**
 * The same lines as percent change since each line's first price in the year up to the last week. Earlier prices are dropped, so that
 * the last percentage is the change from a year ago, as elsewhere on the page; so is the mean.
 */
export function percentOfFirst(model: HistoryModel): HistoryModel {
  const start = (model.weeks.at(-1) ?? 0) - YEAR_DAYS * DAY_SECONDS;
  const lines = model.lines.map(({ item, readings: all }) => {
    const readings = all.map((reading, week) => ((model.weeks[week] ?? 0) < start ? null : reading));
    const first = readings.find((reading) => reading !== null && reading.price > 0)?.price;
    const percent = (price: number) => (first === undefined ? 0 : 100 * (price / first - 1));
    return {
      item,
      readings: readings.map(
        (reading) =>
          reading && { ...reading, price: percent(reading.price), low: percent(reading.low), high: percent(reading.high) },
      ),
    };
  });
  return { ...model, lines, mean: [] };
}

export interface Sparkline {
  readonly path: string;
  /** The newest price as a separate path. */
  readonly last: string;
}

/** Paths in a box of 100 by 100 with a break at weeks without a price. Null if there is no line to draw. */
export function sparkline(points: readonly { readonly at: number; readonly price: number }[]): Sparkline | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || first === last) return null;
  const prices = points.map(({ price }) => price);
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  const x = (at: number) => (((at - first.at) / (last.at - first.at)) * 100).toFixed(1);
  const y = (price: number) => (high === low ? 50 : 95 - ((price - low) / (high - low)) * 90).toFixed(1);
  const path = points.map(({ at, price }, index) => {
    const before = points[index - 1];
    const joins = before !== undefined && at - before.at < 1.5 * WEEK_SECONDS;
    return joins ? `L${x(at)} ${y(price)}` : `M${x(at)} ${y(price)}h0`;
  });
  return { path: path.join(''), last: `M${x(last.at)} ${y(last.price)}h0` };
}
