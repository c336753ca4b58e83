import type { PricedItem, PriceRange } from './price-kind.ts';

export const dollars = (amount: number): string => `$${amount.toFixed(2)}`;

/** The specification's rule: '$min - $max' where both exist and differ, else '$avg', else '-'. */
export function priceText(item: PricedItem, factor = 1): string {
  const { price_min: min, price_max: max, price_avg: avg } = item;
  if (min !== null && max !== null && min !== max) {
    const low = dollars(min * factor);
    const high = dollars(max * factor);
    return low === high ? low : `${low} - ${high}`;
  }
  return avg === null ? '-' : dollars(avg * factor);
}

/** The item's prices as numbers, in another unit; null without an average. */
export function scaleRange(
  { price_min: min, price_max: max, price_avg: average }: PricedItem,
  factor: number,
): PriceRange | null {
  if (average === null) return null;
  return { low: (min ?? average) * factor, high: (max ?? average) * factor, average: average * factor };
}

/** The item's own unit, for what cannot be compared with the rest. */
export function ownUnit({ price_unit, package_size }: PricedItem): string {
  const unit = price_unit?.trim().toLowerCase() || 'unit not stated';
  return package_size ? `${unit}, ${package_size}` : unit;
}

export const stores = (count: number | null): string =>
  count === null ? 'stores not stated' : `${count.toLocaleString('en-US')} ${count === 1 ? 'store' : 'stores'}`;
