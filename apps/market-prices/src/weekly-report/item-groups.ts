import { type Place, priceItemKey, type PriceRecord, type WeekPrice, weekPrices } from '@site/contracts';
import type { PriceKind } from '../prices/price-kind.ts';
import type { ItemOrder } from '../prices/use-price-view.ts';

export interface ItemGroup {
  readonly item: string;
  readonly record: PriceRecord;
  /** The price in the place that the page shows; null if the item is advertised only elsewhere. */
  readonly main: WeekPrice | null;
  /** Every region that advertises the item, cheapest first. */
  readonly regions: readonly WeekPrice[];
  /** The most expensive region's average minus the cheapest one's; null with fewer than two. */
  readonly spread: number | null;
}

/** The items of the rows shown, in the report's order. Each lists all of its regions in the report, whatever the filter. */
export function groupItems(
  kind: PriceKind,
  records: readonly PriceRecord[],
  shown: readonly PriceRecord[],
  place: Place,
): ItemGroup[] {
  const first = new Map<string, PriceRecord>();
  for (const record of shown) {
    const item = priceItemKey(kind.commodity, record);
    if (!first.has(item)) first.set(item, record);
  }
  return [...first].map(([item, record]) => {
    const prices = weekPrices(kind, records, item);
    const regions = prices.filter((price) => price.place !== 'NATIONAL');
    const [cheapest, mostExpensive] = [regions[0], regions.at(-1)];
    return {
      item,
      record,
      main: prices.find((price) => price.place === place) ?? null,
      regions,
      spread: cheapest && mostExpensive && regions.length > 1 ? mostExpensive.range.average - cheapest.range.average : null,
    };
  });
}

type Measure = (group: ItemGroup) => number | null | undefined;

const priceOf: Measure = ({ main }) => (main?.isComparable ? main.range.average : null);

/** Each order puts the greatest value first. */
const MEASURES: Readonly<Record<ItemOrder, Measure>> = {
  stores: ({ main }) => main?.stores,
  'most-expensive': priceOf,
  cheapest: (group) => {
    const price = priceOf(group);
    return price == null ? null : -price;
  },
  rise: ({ main }) => main?.lastWeek?.percent,
  fall: ({ main }) => (main?.lastWeek ? -main.lastWeek.percent : null),
  spread: ({ spread }) => spread,
};

/** Items without a value to sort by come last; equal ones stay in the report's order. */
export function orderGroups(groups: readonly ItemGroup[], order: ItemOrder): ItemGroup[] {
  const measure = MEASURES[order];
  return groups.toSorted((one, other) => (measure(other) ?? -Infinity) - (measure(one) ?? -Infinity) || 0);
}
