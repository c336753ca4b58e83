import { ITEM_FIELDS, PRICE_NOTES, priceFields, type PriceRecord, type WeeklyReport } from '@site/contracts';
import type { PriceKind } from '../prices/price-kind.ts';
import { saveCsv, saveMetadata } from '../table/save-csv.ts';

const FIELDS = [
  'report_date',
  ...ITEM_FIELDS,
  'price_min',
  'price_max',
  'price_avg',
  'store_count',
] as const satisfies readonly (keyof PriceRecord)[];

const CHANGES = ['price_change', 'price_change_percent'] as const satisfies readonly (keyof PriceRecord)[];

const fieldsOf = ({ hasWeeklyChange }: PriceKind) => (hasWeeklyChange ? [...FIELDS, ...CHANGES] : FIELDS);
const fileOf = ({ commodity }: PriceKind): string => `${commodity}-prices.csv`;

/** The source of the figures. */
function sourceLine({ slug }: PriceKind, { source }: Pick<WeeklyReport, 'source'>): string {
  return source === 'sample'
    ? 'Sample data for this site, modeled on USDA Market News: not for citation'
    : `USDA AMS Market News, report ${slug}`;
}

/** The rows as shown, with the source, a description of the prices, and the address that shows the same rows. */
export function savePrices(kind: PriceKind, report: WeeklyReport, rows: readonly PriceRecord[]): void {
  const fields = fieldsOf(kind);
  const notes = [
    `Source: ${sourceLine(kind, report)}`,
    'Advertised feature prices, not shelf prices; US dollars per price_unit',
    `Retrieved: ${report.fetchedAt}`,
    `Address: ${window.location.href}`,
  ];
  const cells = rows.map((row) => fields.map((field) => row[field]));
  saveCsv(fileOf(kind), { notes, head: fields, rows: cells });
}

/** Downloads the metadata of the file that `savePrices` saves. */
export const savePriceMetadata = (kind: PriceKind, report: WeeklyReport): void =>
  saveMetadata({
    file: fileOf(kind),
    title: kind.reportTitle,
    origin: report,
    notes: PRICE_NOTES,
    fields: priceFields(fieldsOf(kind)),
  });
