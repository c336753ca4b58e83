import { calendarDate, type ReportColumn, type ReportSection } from '@site/contracts';
import type { Origin } from '../../connection/data-age.tsx';

/** A column whose cells can be read by row. */
export interface ReadColumn {
  /** USDA's name, also used in the address. */
  readonly name: string;
  readonly label: string;
  readonly kind: ReportColumn['kind'];
  /** The distinct values in order; empty for a numeric column. */
  readonly values: readonly string[];
  /** By row: the number, or the index of a value; NaN if the row has none. */
  readonly cells: Float64Array;
  /** Formats a number for the page. */
  readonly text: (value: number) => string;
  /** Formats a mean; that of whole numbers has one decimal. */
  readonly meanText: (value: number) => string;
}

/** A row is its index in the columns. An object, because the table identifies rows by reference. */
export interface ReportRow {
  readonly index: number;
}

export interface OpenReport extends Pick<
  ReportSection,
  'slug' | 'title' | 'discontinued' | 'section' | 'sections' | 'facts' | 'shortened'
> {
  readonly origin: Origin;
  readonly columns: readonly ReadColumn[];
  /** The column that dates the issues. */
  readonly issued: ReadColumn | null;
  readonly rows: readonly ReportRow[];
}

/** Cells or rows between two time checks. */
const STEP = 4_096;

/** `wtd_avg_price` as "Wtd avg price". */
export function labelOf(name: string): string {
  const words = name.replaceAll(/[_\s]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function* readCells(text: string, count: number): Generator<undefined, Float64Array> {
  const cells = new Float64Array(count).fill(Number.NaN);
  let start = 0;
  for (let row = 0; row < count && start <= text.length; row += 1) {
    const comma = text.indexOf(',', start);
    const end = comma === -1 ? text.length : comma;
    if (end > start) cells[row] = Number(text.slice(start, end));
    start = end + 1;
    if (row % STEP === STEP - 1) yield;
  }
  return cells;
}

const decimals = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const [WHOLE, TENTHS, CENTS, MILLS] = [decimals(0), decimals(1), decimals(2), decimals(3)];

/** As many decimals as the column has, so that its numbers align. */
const formatOf = (cells: string): Intl.NumberFormat => (/\.\d{3}/.test(cells) ? MILLS : cells.includes('.') ? CENTS : WHOLE);

function* readColumn({ name, kind, values, cells: written }: ReportColumn, count: number): Generator<undefined, ReadColumn> {
  const cells = yield* readCells(written, count);
  const format = formatOf(kind === 'number' ? written : '');
  const ofMeans = format === WHOLE ? TENTHS : format;
  const text = (value: number) => format.format(value);
  return { name, label: labelOf(name), kind, values, cells, text, meanText: (value) => ofMeans.format(value) };
}

/** Makes the response readable by row, a few rows at a time: a hundred thousand at once would block the page. */
export function* readReport(section: ReportSection): Generator<undefined, OpenReport> {
  const columns: ReadColumn[] = [];
  for (const column of section.columns) {
    columns.push(yield* readColumn(column, section.rows));
    yield;
  }
  const rows: ReportRow[] = [];
  for (let index = 0; index < section.rows; index += 1) {
    rows.push({ index });
    if (index % STEP === STEP - 1) yield;
  }
  const { slug, title, discontinued, section: name, sections, facts, shortened, source, fetchedAt, stale } = section;
  const issued = columns.find((column) => column.name === section.issued && column.kind === 'date') ?? null;
  const origin = { source, fetchedAt, stale };
  return { slug, title, discontinued, section: name, sections, facts, shortened, origin, columns, issued, rows };
}

/** A row's value in a column; null if it has none. */
export function valueAt(column: ReadColumn, { index }: ReportRow): string | number | null {
  const cell = column.cells[index] ?? Number.NaN;
  if (Number.isNaN(cell)) return null;
  return column.kind === 'number' ? cell : (column.values[cell] ?? null);
}

/** The same, formatted for the page. */
export function textAt(column: ReadColumn, row: ReportRow): string {
  const value = valueAt(column, row);
  if (value === null) return '-';
  if (typeof value === 'number') return column.text(value);
  return column.kind === 'date' ? calendarDate(value) : value;
}

/** A column with a single value says little: it comes last. */
const weightOf = ({ values }: ReadColumn): number => (values.length === 1 ? Number.POSITIVE_INFINITY : values.length);

/** The category columns, those with the fewest values first. */
export const facetsOf = ({ columns }: OpenReport): readonly ReadColumn[] =>
  columns
    .filter(({ kind }) => kind === 'category')
    .toSorted((one, other) => Number(weightOf(one) > weightOf(other)) - Number(weightOf(one) < weightOf(other)));

/** Average prices matter most, then other prices, then counts and weights. */
const AVERAGE_PRICE = /avg.*price(?!.*m(?:in|ax))|price.*avg/i;
const weightOfNumber = ({ name }: ReadColumn): number => (AVERAGE_PRICE.test(name) ? 0 : /price/i.test(name) ? 1 : 2);

/** The columns of numbers, prices first. */
export const numbersOf = ({ columns }: OpenReport): readonly ReadColumn[] =>
  columns.filter(({ kind }) => kind === 'number').toSorted((one, other) => weightOfNumber(one) - weightOfNumber(other));

/** The unit of a price column, such as "per cwt"; null if the rows do not all state the same one. */
export function unitOf({ facts }: OpenReport, { name }: ReadColumn): string | null {
  if (!/price/i.test(name)) return null;
  return facts.find((fact) => /^price_?unit$/i.test(fact.name))?.value?.toLowerCase() ?? null;
}
