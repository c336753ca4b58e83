import type { ReportColumn } from '@site/contracts';
import type { MarsRow, MarsSection } from './mars-sections.ts';
import { mapSection, MAX_BYTES, MAX_ROWS } from './section.mapper.ts';

const aSection = (rows: readonly MarsRow[], more: Partial<MarsSection> = {}): MarsSection => ({
  name: 'Report Details',
  sectionNames: ['Report Header', 'Report Details'],
  rows,
  isTruncated: false,
  ...more,
});

/** Columns without their cells, and their rows as read by a client. */
async function read(rows: readonly MarsRow[]) {
  const section = await mapSection(aSection(rows));
  const valueAt = ({ kind, values, cells }: ReportColumn, row: number) => {
    const cell = cells.split(',')[row] ?? '';
    return cell === '' ? null : kind === 'number' ? Number(cell) : values[Number(cell)];
  };
  return {
    ...section,
    kinds: Object.fromEntries(section.columns.map(({ name, kind }) => [name, kind])),
    values: Array.from({ length: section.rows }, (_, row) => section.columns.map((column) => valueAt(column, row))),
  };
}

test('recognizes dates, numbers, categories and text by their values', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({
    report_date: index % 2 ? '09/14/2026' : '09/07/2026',
    published_date: `09/1${index % 2}/2026 10:00:00`,
    price: index % 3 ? `$1,${100 + index}.50` : index,
    basis: String(index - 20),
    change: '-.5',
    class: index % 2 ? 'Steers' : 'Heifers',
    market_code: String(index % 5),
    comment: `Lot ${index} sold`,
  }));
  const { kinds, facts } = await read(rows);
  expect(kinds).toEqual({
    report_date: 'date',
    published_date: 'date',
    price: 'number',
    basis: 'number',
    class: 'category',
    market_code: 'category',
    comment: 'text',
  });
  expect(facts).toEqual([{ name: 'change', value: '-.5' }]);
});

test('rows are sorted newest first, each once, with missing values left empty', async () => {
  const row = { report_date: '09/07/2026', kind: 'B', price: '2.00' };
  const { values, issued } = await read([row, row, { report_date: '09/14/2026', kind: 'N/A', price: null }]);
  expect(issued).toBe('report_date');
  expect(values).toEqual([
    ['2026-09-14', null, null],
    ['2026-09-07', 'B', 2],
  ]);
});

test('one word among the numbers makes the column a category: nothing is dropped', async () => {
  const { kinds, values } = await read([{ price: '2.00' }, { price: 'Higher' }]);
  expect([kinds['price'], values]).toEqual(['category', [['2.00'], ['Higher']]]);
});

test('a column with the same value in every row is a fact, and so is an empty one', async () => {
  const { columns, facts } = await read([
    { report_date: '09/14/2026', office: 'Des Moines, IA', grade: null, price: 1 },
    { report_date: '09/14/2026', office: 'Des Moines, IA', grade: null, price: 2 },
  ]);
  expect(columns.map(({ name }) => name)).toEqual(['report_date', 'price']);
  expect(facts).toEqual([
    { name: 'office', value: 'Des Moines, IA' },
    { name: 'grade', value: null },
  ]);
});

test('a report without a report date is dated by the last day of its period', async () => {
  const { issued } = await read([{ report_begin_date: '09/12/2026', report_end_date: '09/18/2026' }]);
  expect(issued).toBe('report_end_date');
});

test('a section without rows is valid', async () => {
  expect(await mapSection(aSection([], { name: null, sectionNames: [] }))).toEqual({
    section: 'Report Details',
    sections: ['Report Details'],
    rows: 0,
    issued: null,
    columns: [],
    facts: [],
    shortened: false,
  });
});

test('the newest hundred thousand rows are kept', async () => {
  const rows = Array.from({ length: MAX_ROWS + 1 }, (_, index) => ({
    report_date: index === 0 ? '01/01/2020' : '09/14/2026',
    price: index,
  }));
  const section = await mapSection(aSection(rows));
  expect([section.rows, section.shortened]).toEqual([MAX_ROWS, true]);
  expect(section.facts).toEqual([]);
  expect(section.columns[0]?.values).toEqual(['2026-09-14']);
});

test('the number of rows is halved until they fit into 20 MB', async () => {
  const rows = Array.from({ length: 12_000 }, (_, index) => ({ note: `${index} ${'x'.repeat(2_990)}` }));
  const section = await mapSection(aSection(rows));
  expect([section.rows, section.shortened]).toEqual([6_000, true]);
  expect(Buffer.byteLength(JSON.stringify(section))).toBeLessThan(MAX_BYTES);
});

test('a response that USDA truncated is marked as shortened', async () => {
  expect(await mapSection(aSection([{ price: 1 }], { isTruncated: true }))).toMatchObject({ rows: 1, shortened: true });
});
