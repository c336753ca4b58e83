import type { MarketReport } from '@site/contracts';

export const CATEGORIES = ['Beef', 'Pork', 'Poultry', 'Dairy', 'Grains', 'Fruits', 'Vegetables', 'Other'] as const;

export type Category = (typeof CATEGORIES)[number];

/** Whole words, with or without a plural "s": "price" does not match rice, nor "goat" oats. */
const KEYWORDS: readonly (readonly [Category, string])[] = [
  ['Beef', 'beef|cattle|cow|calf|calves|steer|heifer|veal'],
  ['Pork', 'pork|hog|swine|pig|sow'],
  ['Poultry', 'poultry|chicken|turkey|egg|broiler|fowl|duck'],
  ['Dairy', 'dairy|milk|butter|cheese|whey|cream'],
  ['Grains', 'grain|corn|wheat|soybean|oat|barley|rice|sorghum|rye|feedstuff|hay'],
  ['Fruits', 'fruit|apple|orange|citrus|berry|berries|strawberry|strawberries|grape|melon|peach|pear|banana|cherry|cherries'],
  ['Vegetables', 'vegetable|potato|potatoes|onion|tomato|tomatoes|lettuce|carrot|broccoli|cabbage|pepper'],
];

const PATTERNS = KEYWORDS.map(([category, words]) => [category, new RegExp(`\\b(?:${words})s?\\b`, 'i')] as const);

/** The first match in list order; market types are ignored because one of them names poultry whatever the meat. */
export function categoryOf(report: Pick<MarketReport, 'report_title' | 'commodity'>): Category {
  const words = `${report.report_title ?? ''} ${report.commodity ?? ''}`;
  return PATTERNS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'Other';
}
