import { eggsBought, eggsIn, isPerDozen, ownUnit, type PricedItem, type PriceRange, scaleRange } from '@site/contracts';
import { priceText } from '../prices/price-text.ts';

/** The unit of displayed egg prices. Cartons differ in size, so prices per carton cannot be compared. */
export type EggUnit = 'dozen' | 'egg' | 'carton';

export interface EggPrice {
  /** True if `text` is per `EggUnit`; false if the item is not counted in eggs. */
  readonly isCounted: boolean;
  readonly text: string;
  /** The unit of `text`; null without a price. */
  readonly unit: string | null;
  /** The price as advertised, with its package; null if it would only repeat `text`. */
  readonly asSold: string | null;
}

const EGGS_PER_DOZEN = 12;

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

/** The same prices as numbers, for drawing; null if nothing can be drawn to scale. */
export function eggRange(item: PricedItem, unit: EggUnit = 'dozen'): PriceRange | null {
  const factor = factorOf(item, unit);
  return factor === null ? null : scaleRange(item, factor);
}
