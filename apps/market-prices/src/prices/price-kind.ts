import type { PriceRecord } from '@site/contracts';

export type PricedItem = Pick<PriceRecord, 'price_min' | 'price_max' | 'price_avg' | 'price_unit' | 'package_size'>;

type NamedItem = Pick<PriceRecord, 'type' | 'condition' | 'package_size' | 'environment'>;

interface ReadPrice {
  /** '$min - $max', '$avg' or '-'. */
  readonly text: string;
  /** What `text` is for: 'per lb', 'per dozen', or the item's own unit; null where there is no price. */
  readonly unit: string | null;
  /** The price as advertised, with its package; null where it would only repeat `text`. */
  readonly asSold: string | null;
}

export interface PriceRange {
  readonly low: number;
  readonly high: number;
  readonly average: number;
}

/** What differs between the price pages: the report, its unit, and the words for an item. */
export interface PriceKind {
  readonly commodity: 'beef' | 'egg';
  readonly slug: string;
  readonly path: `/api/${string}`;
  /** Where the page stands, and where its chart stands alone for other sites. */
  readonly pagePath: string;
  readonly embedPath: string;
  readonly reportTitle: string;
  /** What the page is about, in a sentence: 'egg prices'. */
  readonly pageWords: string;
  /** The unit in which rows are compared: 'lb' or 'dozen'. */
  readonly unit: string;
  /** Units that the visitor may choose, the stated one first. */
  readonly units: readonly string[];
  /** The same kind of prices in another of its units; in the stated one for a name that is none. */
  readonly inUnit: (unit: string) => PriceKind;
  /** Head of the column that names the item. */
  readonly itemHeader: string;
  /** Search parameter of the page's own filter. */
  readonly choiceParam: 'cut' | 'type';
  /** The filter can be narrowed from any word to whole names. */
  readonly hasExactMatch: boolean;
  /** The report compares each price with the week before. */
  readonly hasWeeklyChange: boolean;
  readonly isChoice: (value: string) => boolean;
  readonly read: (item: PricedItem) => ReadPrice;
  /** Prices in dollars per `unit`; null where the item has none that can be compared. */
  readonly range: (item: PricedItem) => PriceRange | null;
  /** What tells the item from others of its type. */
  readonly details: (item: NamedItem) => string;
}

export function fullName(kind: PriceKind, item: NamedItem): string {
  return [item.type, kind.details(item)].filter(Boolean).join(', ');
}
