import type { PricedItem, PriceRange } from '../prices/price-kind.ts';
import { ownUnit, priceText } from '../prices/price-text.ts';

export interface EggPrice {
  /** True when `text` is dollars per dozen; false when the item is not counted in eggs. */
  readonly perDozen: boolean;
  readonly text: string;
  /** What `text` is for, where that is not a dozen. */
  readonly unit: string | null;
  /** The price as advertised, with its package; null where it would only repeat `text`. */
  readonly asSold: string | null;
}

const EGGS_PER_DOZEN = 12;

/** Number of eggs in a package such as `18`; null for `16 oz` and other things that are not counted in eggs. */
export function eggsIn(packageSize: string | null): number | null {
  const match = /^(\d{1,3})(?:\s*(?:ct|count|eggs?))?$/i.exec(packageSize?.trim() ?? '');
  const count = Number(match?.[1] ?? 0);
  return count > 0 ? count : null;
}

/** USDA quotes eggs per carton of 12 to 60; only the price per dozen can be compared between them. */
export function eggPrice(item: PricedItem): EggPrice {
  const unit = item.price_unit?.trim().toLowerCase() ?? '';
  if (unit.includes('doz')) return { perDozen: true, text: priceText(item), unit: null, asSold: null };
  const count = eggsIn(item.package_size);
  if (count === null || unit.includes('lb') || unit.includes('oz')) {
    const text = priceText(item);
    return { perDozen: false, text, unit: text === '-' ? null : ownUnit(item), asSold: null };
  }
  const text = priceText(item, EGGS_PER_DOZEN / count);
  return { perDozen: true, text, unit: null, asSold: text === '-' ? null : `${priceText(item)} per carton of ${count}` };
}

/** The same prices as numbers in dollars per dozen, for drawing; null where nothing can be drawn to scale. */
export function dozenRange(item: PricedItem): PriceRange | null {
  const { price_min: min, price_max: max, price_avg: average } = item;
  if (average === null || !eggPrice(item).perDozen) return null;
  const isDozenPrice = item.price_unit?.toLowerCase().includes('doz') ?? false;
  const factor = isDozenPrice ? 1 : EGGS_PER_DOZEN / (eggsIn(item.package_size) ?? EGGS_PER_DOZEN);
  return { low: (min ?? average) * factor, high: (max ?? average) * factor, average: average * factor };
}
