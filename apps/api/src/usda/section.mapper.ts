import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReportColumn, ReportSection } from '@site/contracts';
import type { MarsRow, MarsSection } from './mars-sections.ts';
import { readCalendarDate } from './mars-value.ts';

/** Beyond these limits, the oldest rows are omitted. */
export const MAX_ROWS = 100_000;
export const MAX_BYTES = 20_000_000;
const MAX_COLUMNS = 100;
/** Narratives are longer than any name. */
const MAX_TEXT_CHARACTERS = 4_000;
/** A column with more distinct values than this, or with longer ones, is text. */
const MAX_CATEGORIES = 200;
const MAX_CATEGORY_CHARACTERS = 80;
/** Up to this many distinct values are categories even in a short section. */
const FEW_CATEGORIES = 12;
/** Names of the columns with an issue's date; reports without the first have one of the others. */
const ISSUE_DATES = ['report_date', 'report_end_date', 'report_begin_date'];
const NOT_STATED = new Set(['', 'n/a', 'none', 'null']);
const NUMBER = /^-?\$?\s*(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?$/;
/** Numbers that identify something: sums of them make no sense. */
const IS_IDENTIFIER = /(?:^|_)(?:id|code|zip|slug|fips)(?:_|$)/i;

type SectionRows = Pick<ReportSection, 'section' | 'sections' | 'rows' | 'issued' | 'columns' | 'facts' | 'shortened'>;

type Cell = string | number | null;

function readCell(value: unknown): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
  const trimmed = text.trim();
  return NOT_STATED.has(trimmed.toLowerCase()) ? null : trimmed.slice(0, MAX_TEXT_CHARACTERS);
}

function toNumber(cell: Cell): number | null {
  if (typeof cell !== 'string') return cell;
  return /\d/.test(cell) && NUMBER.test(cell) ? Number(cell.replace(/[$,\s]/g, '')) : null;
}

/** Dates and timestamps; a timestamp's time has no zone and is omitted. */
const toDate = (cell: Cell): string | null => (typeof cell === 'string' ? readCalendarDate(cell.split(' ')[0]) : null);

/** The cells parsed by `read`; null if it cannot parse one that has a value. */
function readAll<T>(cells: readonly Cell[], read: (cell: Cell) => T | null): (T | null)[] | null {
  const all: (T | null)[] = [];
  for (const cell of cells) {
    const value = cell === null ? null : read(cell);
    if (value === null && cell !== null) return null;
    all.push(value);
  }
  return all;
}

const order = new Intl.Collator('en', { numeric: true });

function columnOf(name: string, cells: readonly Cell[]): ReportColumn {
  const numbers = IS_IDENTIFIER.test(name) ? null : readAll(cells, toNumber);
  if (numbers) return { name, kind: 'number', values: [], cells: numbers.map((number) => number ?? '').join(',') };
  const dates = readAll(cells, toDate);
  const texts = dates ?? cells.map((cell) => (cell === null ? null : String(cell)));
  const distinct = [...new Set(texts.filter((text) => text !== null))];
  const isCategory =
    distinct.length <= MAX_CATEGORIES &&
    (distinct.length <= FEW_CATEGORIES || distinct.length * 2 <= cells.length) &&
    distinct.every((text) => text.length <= MAX_CATEGORY_CHARACTERS);
  // Dates sort as text. Words in a report may be "2-4 Lbs" and "10 Lbs or more".
  const values = distinct.toSorted(dates ? undefined : order.compare);
  const places = new Map(values.map((value, place) => [value, place]));
  return {
    name,
    kind: dates ? 'date' : isCategory ? 'category' : 'text',
    values,
    cells: texts.map((text) => (text === null ? '' : places.get(text))).join(','),
  };
}

const issueOf = (row: MarsRow, name: string | null): string => (name === null ? '' : (toDate(readCell(row[name])) ?? ''));

/** Each row once, newest issue first; within an issue USDA's order is kept. */
function arrange(rows: readonly MarsRow[], issued: string | null): MarsRow[] {
  const distinct = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
  const dated = distinct.map((row) => ({ row, date: issueOf(row, issued) }));
  return dated.toSorted((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0)).map(({ row }) => row);
}

/** Converts rows to columns, one column at a time, so that other visitors are served in between. */
async function columnsOf(rows: readonly MarsRow[], issued: string | null): Promise<Pick<SectionRows, 'columns' | 'facts'>> {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, MAX_COLUMNS);
  const columns: ReportColumn[] = [];
  const facts: SectionRows['facts'] = [];
  for (const name of names) {
    await nextTurn();
    const cells = rows.map((row) => readCell(row[name]));
    const first = cells[0] ?? null;
    const isFact = cells.every((cell) => cell === first) && (name !== issued || rows.length === 1);
    if (isFact) facts.push({ name, value: first === null ? null : (toDate(first) ?? String(first)) });
    else columns.push(columnOf(name, cells));
  }
  return { columns, facts };
}

const sizeOf = (part: object): number => Buffer.byteLength(JSON.stringify(part));

/** Converts a section from MARS to the site's format: all of it, or its newest rows. */
export async function mapSection({ name, sectionNames, rows, isTruncated }: MarsSection): Promise<SectionRows> {
  const issued = ISSUE_DATES.find((date) => rows.some((row) => issueOf(row, date) !== '')) ?? null;
  const arranged = arrange(rows, issued);
  let kept = arranged.slice(0, MAX_ROWS);
  let parts = await columnsOf(kept, issued);
  while (sizeOf(parts) > MAX_BYTES) {
    kept = kept.slice(0, kept.length >> 1);
    parts = await columnsOf(kept, issued);
  }
  const section = name ?? 'Report Details';
  return {
    section,
    sections: sectionNames.length > 0 ? [...new Set(sectionNames)] : [section],
    rows: kept.length,
    issued,
    ...parts,
    shortened: isTruncated || kept.length < arranged.length,
  };
}
