import { daysAfter, priceItemKey, type Commodity, type PriceRecord } from '@site/contracts';
import { groupBy } from '../group-by.ts';

/** Several rows with the same key are weighted by their stores; rows without a store count are weighted as one store each. */
export function meanPrice(records: readonly Pick<PriceRecord, 'price_avg' | 'store_count'>[]): number | null {
  let sum = 0;
  let weight = 0;
  for (const { price_avg: price, store_count: stores } of records) {
    if (price === null) continue;
    const share = stores !== null && stores > 0 ? stores : 1;
    sum += price * share;
    weight += share;
  }
  return weight === 0 ? null : sum / weight;
}

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

/**
 * Adds the change in the average price from the same item in the same region exactly seven days earlier. An item that was
 * not advertised a week earlier has no change: an older price must not be presented as last week's.
 */
export function withPriceChanges(commodity: Commodity, records: readonly PriceRecord[]): PriceRecord[] {
  const keyOf = (record: PriceRecord, week: string): string => `${week}|${record.region}|${priceItemKey(commodity, record)}`;
  const byKey = groupBy(records, (record) => keyOf(record, record.report_date));
  return records.map((record) => {
    const before = meanPrice(byKey.get(keyOf(record, daysAfter(record.report_date, -7))) ?? []);
    if (record.price_avg === null || before === null || before === 0) {
      return { ...record, price_change: null, price_change_percent: null };
    }
    return {
      ...record,
      price_change: round(record.price_avg - before, 2),
      price_change_percent: round(100 * (record.price_avg / before - 1), 1),
    };
  });
}
