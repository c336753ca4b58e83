import type { CsvField } from './csv-metadata.ts';
import type { ITEM_FIELDS } from './price-report.ts';

type PriceField =
  | (typeof ITEM_FIELDS)[number]
  | 'date'
  | 'report_date'
  | 'price_avg'
  | 'price_min'
  | 'price_max'
  | 'price_change'
  | 'price_change_percent'
  | 'store_count';

const WEEK = { datatype: 'date', description: 'Monday of the week in which the advertisements ran' } as const;
const DOLLARS = { datatype: 'number', unit: 'US dollars per price_unit' } as const;
const text = (description: string) => ({ datatype: 'string', description }) as const;

/** What each column of a price file means. */
export const PRICE_FIELDS: Readonly<Record<PriceField, Omit<CsvField, 'name'>>> = {
  date: WEEK,
  report_date: WEEK,
  region: text('NATIONAL, or one of eight regions; NATIONAL is not the sum of the regions'),
  commodity: text('The commodity that the report covers'),
  section: text('The part of the report in which USDA lists the item'),
  type: text('The item as USDA names it'),
  condition: text('Such as Fresh; empty where not stated'),
  package_size: text('Such as 18 eggs; empty where not stated'),
  environment: text('Kind of production, such as Cage-Free; empty where not stated'),
  quality_grade: text('Grade in the advertisement; empty where not stated'),
  price_unit: text('What the prices are for'),
  price_avg: { ...DOLLARS, description: 'Mean of the advertised prices, weighted by stores' },
  price_min: { ...DOLLARS, description: 'Lowest advertised price' },
  price_max: { ...DOLLARS, description: 'Highest advertised price' },
  price_change: { ...DOLLARS, description: 'price_avg minus the price_avg of exactly one week earlier; empty if there was none' },
  price_change_percent: { datatype: 'number', unit: 'percent', description: 'That change as a percentage of the earlier price' },
  store_count: { datatype: 'integer', unit: 'stores', description: 'Stores that advertised the item' },
};

export const priceFields = (names: readonly PriceField[]): CsvField[] => names.map((name) => ({ name, ...PRICE_FIELDS[name] }));

/** Notes that apply to every price file. */
export const PRICE_NOTES = [
  'Advertised feature prices, not shelf prices; US dollars per price_unit',
  'Nominal: not adjusted for inflation',
] as const;
