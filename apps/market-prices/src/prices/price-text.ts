import type { PricedItem, PriceRange } from './price-kind.ts';

export const dollars = (amount: number): string => `$${amount.toFixed(2)}`;

/** The specification's rule: '$min - $max' if both exist and differ, else '$avg', else '-'. */
export function priceText(item: PricedItem, factor = 1): string {
  const { price_min: min, price_max: max, price_avg: avg } = item;
  if (min !== null && max !== null && min !== max) {
    const low = dollars(min * factor);
    const high = dollars(max * factor);
    return low === high ? low : `${low} - ${high}`;
  }
  return avg === null ? '-' : dollars(avg * factor);
}

/** The item's prices as numbers, converted to another unit; null without an average. */
export function scaleRange(
  { price_min: min, price_max: max, price_avg: average }: PricedItem,
  factor: number,
): PriceRange | null {
  if (average === null) return null;
  return { low: (min ?? average) * factor, high: (max ?? average) * factor, average: average * factor };
}

export const stores = (count: number | null): string =>
  count === null ? 'stores not stated' : `${count.toLocaleString('en-US')} ${count === 1 ? 'store' : 'stores'}`;
