import { itemName, type PricedItem, type PriceRange, type PriceRecord } from '@site/contracts';

type NamedItem = Pick<PriceRecord, 'type' | 'condition' | 'package_size' | 'environment'>;

interface ReadPrice {
  /** '$min - $max', '$avg' or '-'. */
  readonly text: string;
  /** The unit of `text`: 'per lb', 'per dozen', or the item's own; null without a price. */
  readonly unit: string | null;
  /** The price as advertised, with its package; null if it would only repeat `text`. */
  readonly asSold: string | null;
}

/** What differs between the price pages: the report, its unit, and how items are named. */
export interface PriceKind {
  readonly commodity: 'beef' | 'egg';
  readonly slug: string;
  readonly path: `/api/${string}`;
  /** The paths of the page, and of its standalone chart for other sites. */
  readonly pagePath: string;
  readonly embedPath: string;
  readonly reportTitle: string;
  /** The page's subject as used within a sentence: 'egg prices'. */
  readonly pageWords: string;
  /** The unit in which rows are compared: 'lb' or 'dozen'. */
  readonly unit: string;
  /** Units that the visitor can choose, the specified one first. */
  readonly units: readonly string[];
  /** The same kind of prices in another of its units; an unknown name selects the specified one. */
  readonly inUnit: (unit: string) => PriceKind;
  /** Header of the column that names the item. */
  readonly itemHeader: string;
  /** Search parameter of the page's own filter. */
  readonly choiceParam: 'cut' | 'type';
  /** The filter can be narrowed from any word to full names. */
  readonly hasExactMatch: boolean;
  /** True if the report compares each price with the previous week's. */
  readonly hasWeeklyChange: boolean;
  readonly isChoice: (value: string) => boolean;
  readonly read: (item: PricedItem) => ReadPrice;
  /** Prices in dollars per `unit`; null if the item has none that can be compared. */
  readonly range: (item: PricedItem) => PriceRange | null;
  /** What distinguishes the item from others of its type. */
  readonly details: (item: NamedItem) => string;
}

export function fullName(kind: PriceKind, item: NamedItem): string {
  return itemName(kind.commodity, item);
}
