import type { Commodity } from './price-history-query.ts';
import { priceItemKey, type PricePoint, type PriceSeries } from './price-history.ts';
import { comparedUnit, ownUnit } from './price-item.ts';
import type { PriceRecord } from './price-report.ts';
import { placeNamed, REGIONS, type Place } from './region.ts';

export type PricedItem = Pick<PriceRecord, 'price_min' | 'price_max' | 'price_avg' | 'price_unit' | 'package_size'>;

export interface PriceRange {
  readonly low: number;
  readonly high: number;
  readonly average: number;
}

/** Reads the prices of a commodity in one unit. */
export interface PriceReader {
  readonly commodity: Commodity;
  /** Prices in dollars per unit; null if the item has none that can be compared. */
  readonly range: (item: PricedItem) => PriceRange | null;
  /** `unit`: the unit of the item's price, in words; null without a price. */
  readonly read: (item: PricedItem) => { readonly unit: string | null };
}

/** The item's prices as numbers, converted to another unit; null without an average. */
export function scaleRange(
  { price_min: min, price_max: max, price_avg: average }: PricedItem,
  factor: number,
): PriceRange | null {
  if (average === null) return null;
  return { low: (min ?? average) * factor, high: (max ?? average) * factor, average: average * factor };
}

/** Reads prices in the unit in which the commodity's items are compared. */
export function comparedPrices(commodity: Commodity): PriceReader {
  return {
    commodity,
    range: (item) => {
      const compared = comparedUnit(commodity, item);
      return compared && scaleRange(item, compared.factor);
    },
    read: (item) => {
      const compared = comparedUnit(commodity, item);
      return { unit: item.price_avg === null ? null : compared ? `per ${compared.unit}` : ownUnit(item) };
    },
  };
}

export interface Change {
  /** In the unit of the price. */
  readonly dollars: number;
  readonly percent: number;
}

/** One item's price in one place and week. */
export interface WeekPrice {
  readonly place: Place;
  readonly record: PriceRecord;
  readonly range: PriceRange;
  /** The unit of the range: 'per lb', 'per dozen' or the item's own. */
  readonly unit: string;
  /** False for an item in its own unit, such as liquid egg. */
  readonly isComparable: boolean;
  readonly stores: number | null;
  /** Compared with exactly one week earlier; null if it was not advertised then. */
  readonly lastWeek: Change | null;
}

const byItem = new WeakMap<readonly PriceRecord[], ReadonlyMap<string, readonly PriceRecord[]>>();

/** Rows of each item, in the report's order. A report is grouped by item once: computing a key costs more than using it. */
function rowsByItem({ commodity }: PriceReader, records: readonly PriceRecord[]): ReadonlyMap<string, readonly PriceRecord[]> {
  const known = byItem.get(records);
  if (known) return known;
  const items = new Map<string, PriceRecord[]>();
  for (const record of records) {
    const item = priceItemKey(commodity, record);
    const others = items.get(item);
    if (others) others.push(record);
    else items.set(item, [record]);
  }
  byItem.set(records, items);
  return items;
}

type PricedRow = PriceRecord & { readonly price_avg: number };

const isPriced = (record: PriceRecord): record is PricedRow => record.price_avg !== null;

/** USDA lists some items in several rows: as in the stored history, the mean is weighted by stores, and the range covers all. */
function weightedMean(rows: readonly PricedRow[], priceOf: (row: PricedRow) => number): number {
  const weights = rows.map(({ store_count: stores }) => (stores !== null && stores > 0 ? stores : 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return rows.reduce((sum, row, index) => sum + priceOf(row) * (weights[index] ?? 0), 0) / total;
}

export const changeBetween = (now: number, before: number): Change | null =>
  before > 0 ? { dollars: now - before, percent: 100 * (now / before - 1) } : null;

/** The server compares each row with the mean of the previous week, so the previous mean can be derived from any of these rows. */
function changeOf([first, ...others]: readonly PricedRow[], factor: number, mean: number): Change | null {
  if (!first || first.price_change === null || first.price_change_percent === null) return null;
  if (others.length === 0) return { dollars: first.price_change * factor, percent: first.price_change_percent };
  return changeBetween(mean, (first.price_avg - first.price_change) * factor);
}

/** Null if the item is not advertised with a price. */
export function weekPrice(reader: PriceReader, records: readonly PriceRecord[], item: string, place: Place): WeekPrice | null {
  const all = rowsByItem(reader, records).get(item) ?? [];
  const rows = all.filter((record) => placeNamed(record.region) === place).filter(isPriced);
  const [record] = rows;
  if (!record) return null;
  const isComparable = reader.range(record) !== null;
  const rangeOf = (row: PricedRow): PriceRange =>
    reader.range(row) ?? { low: row.price_min ?? row.price_avg, high: row.price_max ?? row.price_avg, average: row.price_avg };
  const counts = rows.map(({ store_count: stores }) => stores).filter((stores) => stores !== null);
  const average = weightedMean(rows, (row) => rangeOf(row).average);
  return {
    place,
    record,
    range: {
      low: Math.min(...rows.map((row) => rangeOf(row).low)),
      high: Math.max(...rows.map((row) => rangeOf(row).high)),
      average,
    },
    unit: reader.read(record).unit ?? 'unit not stated',
    isComparable,
    stores: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0),
    lastWeek: changeOf(rows, record.price_avg === 0 ? 0 : rangeOf(record).average / record.price_avg, average),
  };
}

/** The item's national price and that of every region that advertises it, cheapest first. */
export function weekPrices(reader: PriceReader, records: readonly PriceRecord[], item: string): WeekPrice[] {
  return (['NATIONAL', ...REGIONS] as const)
    .flatMap((place) => weekPrice(reader, records, item, place) ?? [])
    .sort((one, other) => one.range.average - other.range.average);
}

/** The priced row that the most stores advertise. */
export function mostAdvertised(
  records: readonly PriceRecord[],
  matches: (record: PriceRecord) => boolean,
): PriceRecord | undefined {
  return records.reduce<PriceRecord | undefined>(
    (most, record) =>
      isPriced(record) && matches(record) && (record.store_count ?? 0) > (most?.store_count ?? -1) ? record : most,
    undefined,
  );
}

/** One item's prices in a stored week. */
export interface Reading {
  readonly price: number;
  readonly low: number;
  readonly high: number;
  readonly stores: number | null;
  /** False for an item in its own unit, such as liquid egg: it has a line but does not count in the mean. */
  readonly isComparable: boolean;
}

export function readPoint(reader: Pick<PriceReader, 'range'>, series: PriceSeries, point: PricePoint): Reading | null {
  const range = reader.range({ ...series, ...point });
  const stores = point.store_count;
  if (range) return { price: range.average, low: range.low, high: range.high, stores, isComparable: true };
  const { price_avg: price, price_min: min, price_max: max } = point;
  return price === null ? null : { price, low: min ?? price, high: max ?? price, stores, isComparable: false };
}
