import type { PriceRecord, PriceSeries } from '@site/contracts';
import { rowsIn } from '../prices/region-filter.ts';

const sumOf = (counts: readonly (number | null)[]): number => counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);

/** How much was advertised: the store counts of all national rows, which add up to the total that USDA publishes. */
export const activityOf = (records: readonly PriceRecord[]): number =>
  sumOf(rowsIn(records, 'NATIONAL').map(({ store_count }) => store_count));

/** The same total for a stored week; null if none of it is stored. */
export function storedActivity(national: Iterable<PriceSeries>, date: string): number | null {
  const counts = [...national].flatMap(({ points }) =>
    points.filter((point) => point.date === date).map(({ store_count }) => store_count),
  );
  return counts.length === 0 ? null : sumOf(counts);
}
