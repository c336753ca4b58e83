import { ITEM_FIELDS, type PriceRecord, type WeeklyReport } from '@site/contracts';
import type { PriceKind } from '../prices/price-kind.ts';
import { saveCsv } from '../table/save-csv.ts';

const FIELDS = [
  'report_date',
  ...ITEM_FIELDS,
  'price_min',
  'price_max',
  'price_avg',
  'store_count',
] as const satisfies readonly (keyof PriceRecord)[];

const CHANGES = ['price_change', 'price_change_percent'] as const satisfies readonly (keyof PriceRecord)[];

/** Whose figures these are. */
function sourceLine({ slug }: PriceKind, { source }: Pick<WeeklyReport, 'source'>): string {
  return source === 'sample'
    ? 'Sample data of this site after USDA Market News: not for use as figures'
    : `USDA AMS Market News, report ${slug}`;
}

/** The rows as shown, with the source, what the prices are, and the address that shows the same rows. */
export function savePrices(kind: PriceKind, report: WeeklyReport, rows: readonly PriceRecord[]): void {
  const fields = kind.hasWeeklyChange ? [...FIELDS, ...CHANGES] : FIELDS;
  const notes = [
    `Source: ${sourceLine(kind, report)}`,
    'Advertised feature prices, not shelf prices; US dollars per price_unit',
    `Copy of: ${report.fetchedAt}`,
    `Address: ${window.location.href}`,
  ];
  const cells = rows.map((row) => fields.map((field) => row[field]));
  saveCsv(`${kind.commodity}-prices.csv`, { notes, head: fields, rows: cells });
}
