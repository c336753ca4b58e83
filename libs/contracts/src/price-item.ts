import type { Commodity } from './price-history-query.ts';
import type { PriceRecord } from './price-report.ts';

type Sold = Pick<PriceRecord, 'price_unit' | 'package_size'>;
type NamedItem = Pick<PriceRecord, 'type' | 'condition' | 'package_size' | 'environment'>;

const EGGS_PER_DOZEN = 12;

/** Number of eggs in a package such as `18`; null for `16 oz` and other things that are not counted in eggs. */
export function eggsIn(packageSize: string | null): number | null {
  const match = /^(\d{1,3})(?:\s*(?:ct|count|eggs?))?$/i.exec(packageSize?.trim() ?? '');
  const count = Number(match?.[1] ?? 0);
  return count > 0 ? count : null;
}

export const isPerDozen = ({ price_unit }: Sold): boolean => price_unit?.toLowerCase().includes('doz') ?? false;

export const isPerPound = ({ price_unit }: Sold): boolean => /\b(?:lb|lbs|pound)\b/i.test(price_unit ?? '');

/** Number of eggs that the stated price buys; null if it is not for eggs. */
export function eggsBought(item: Sold): number | null {
  if (isPerDozen(item)) return EGGS_PER_DOZEN;
  return /lb|oz/i.test(item.price_unit ?? '') ? null : eggsIn(item.package_size);
}

/** The unit in which items are compared, and the factor that converts the stated price to it; null if the item cannot be compared. */
export function comparedUnit(commodity: Commodity, item: Sold): { readonly unit: string; readonly factor: number } | null {
  if (commodity === 'beef') return isPerPound(item) ? { unit: 'lb', factor: 1 } : null;
  const bought = eggsBought(item);
  return bought === null ? null : { unit: 'dozen', factor: EGGS_PER_DOZEN / bought };
}

/** The item's own unit, for items that cannot be compared with the rest. */
export function ownUnit({ price_unit, package_size }: Sold): string {
  const unit = price_unit?.trim().toLowerCase() || 'unit not stated';
  return package_size ? `${unit}, ${package_size}` : unit;
}

function packageText(commodity: Commodity, size: string | null): string | null {
  const eggs = commodity === 'egg' ? eggsIn(size) : null;
  return eggs === null ? size : `carton of ${eggs}`;
}

/** What distinguishes the item from others of its type. */
export function itemDetails(commodity: Commodity, { package_size, environment, condition }: NamedItem): string {
  const size = packageText(commodity, package_size);
  const parts = commodity === 'egg' ? [size, environment, condition] : [condition, size, environment];
  return parts.filter(Boolean).join(', ');
}

/** An item's name as shown on the pages. */
export const itemName = (commodity: Commodity, item: NamedItem): string =>
  [item.type, itemDetails(commodity, item)].filter(Boolean).join(', ');
