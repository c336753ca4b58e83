import type { PricedItem, PriceRange } from '../prices/price-kind.ts';
import { ownUnit, priceText, scaleRange } from '../prices/price-text.ts';

/** What prices of eggs are shown for. Cartons differ in size, so prices per carton cannot be compared. */
export type EggUnit = 'dozen' | 'egg' | 'carton';

export interface EggPrice {
  /** True when `text` is for `EggUnit`; false when the item is not counted in eggs. */
  readonly isCounted: boolean;
  readonly text: string;
  /** What `text` is for; null without a price. */
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

const isPerDozen = (item: PricedItem): boolean => item.price_unit?.toLowerCase().includes('doz') ?? false;

/** Eggs that the stated price buys; null where it is not for eggs. */
function eggsBought(item: PricedItem): number | null {
  if (isPerDozen(item)) return EGGS_PER_DOZEN;
  return /lb|oz/i.test(item.price_unit ?? '') ? null : eggsIn(item.package_size);
}

function factorOf(item: PricedItem, unit: EggUnit): number | null {
  const bought = eggsBought(item);
  if (bought === null) return null;
  if (unit === 'carton') return (eggsIn(item.package_size) ?? bought) / bought;
  return (unit === 'dozen' ? EGGS_PER_DOZEN : 1) / bought;
}

const unitWords = (item: PricedItem, unit: EggUnit): string =>
  unit === 'carton' ? `per carton of ${eggsIn(item.package_size) ?? EGGS_PER_DOZEN}` : `per ${unit}`;

/** USDA quotes eggs per carton of 12 to 60; only the price per dozen or egg can be compared between them. */
export function eggPrice(item: PricedItem, unit: EggUnit = 'dozen'): EggPrice {
  const factor = factorOf(item, unit);
  const text = priceText(item, factor ?? 1);
  if (text === '-') return { isCounted: factor !== null, text, unit: null, asSold: null };
  if (factor === null) return { isCounted: false, text, unit: ownUnit(item), asSold: null };
  const repeats = unit === 'carton' || isPerDozen(item);
  const asSold = repeats ? null : `${priceText(item)} per carton of ${eggsIn(item.package_size) ?? ''}`;
  return { isCounted: true, text, unit: unitWords(item, unit), asSold };
}

/** The same prices as numbers, for drawing; null where nothing can be drawn to scale. */
export function eggRange(item: PricedItem, unit: EggUnit = 'dozen'): PriceRange | null {
  const factor = factorOf(item, unit);
  return factor === null ? null : scaleRange(item, factor);
}
