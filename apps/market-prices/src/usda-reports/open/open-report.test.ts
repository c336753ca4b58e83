import type { ReportColumn, ReportSection } from '@site/contracts';
import { atOnce } from '../../table/in-slices.ts';
import { chartLines, MAX_LINES } from './chart-lines.ts';
import { filterRows, type RowFilter } from './filter-rows.ts';
import { facetsOf, labelOf, readReport, textAt, unitOf, valueAt, type OpenReport } from './report-model.ts';
import { charactersOf, mostTelling } from './shown-columns.ts';

const date: ReportColumn = { name: 'report_date', kind: 'date', values: ['2026-09-07', '2026-09-14'], cells: '1,1,1,0,0,' };
const sex: ReportColumn = { name: 'class', kind: 'category', values: ['Heifers', 'Steers'], cells: '0,1,1,0,,1' };
const grade: ReportColumn = { name: 'muscle_grade', kind: 'category', values: ['1', '1-2', '2'], cells: '0,0,1,0,2,2' };
const price: ReportColumn = { name: 'avg_price', kind: 'number', values: [], cells: '250,260.5,,-3,1234.5,7' };

function aReport(columns: readonly ReportColumn[] = [date, sex, grade, price], rows = 6): OpenReport {
  const section: ReportSection = {
    slug: '1280',
    title: 'Auction',
    discontinued: false,
    section: 'Report Details',
    sections: ['Report Header', 'Report Details'],
    rows,
    issued: 'report_date',
    columns: [...columns],
    facts: [],
    shortened: false,
    source: 'live',
    fetchedAt: '2026-09-18T15:00:00.000Z',
    stale: false,
  };
  return atOnce(readReport(section));
}

const columnOf = ({ columns }: OpenReport, name: string) => {
  const column = columns.find((one) => one.name === name);
  if (!column) throw new Error(`no column ${name}`);
  return column;
};

const filterOf = (report: OpenReport, name: string, value: string): RowFilter => {
  const column = columnOf(report, name);
  return { column, value: column.values.indexOf(value) };
};

test('a price column has the unit that every row states', () => {
  const report = aReport();
  const facts = [{ name: 'price_unit', value: 'Per Cwt' }];
  const units = (stated: OpenReport) => ['avg_price', 'class'].map((name) => unitOf(stated, columnOf(report, name)));
  expect(units({ ...report, facts })).toEqual(['per cwt', null]);
  expect(units({ ...report, facts: [{ name: 'price_unit', value: null }] })).toEqual([null, null]);
  expect(units(report)).toEqual([null, null]);
});

test('rows are read from the columns; missing values stay empty', () => {
  const report = aReport();
  expect(report.rows.map((row) => report.columns.map((column) => valueAt(column, row)))).toEqual([
    ['2026-09-14', 'Heifers', '1', 250],
    ['2026-09-14', 'Steers', '1', 260.5],
    ['2026-09-14', 'Steers', '1-2', null],
    ['2026-09-07', 'Heifers', '1', -3],
    ['2026-09-07', null, '2', 1234.5],
    [null, 'Steers', '2', 7],
  ]);
  expect(report.columns.map((column) => report.rows[4] && textAt(column, report.rows[4]))).toEqual([
    'Sep 7, 2026',
    '-',
    '2',
    '1,234.50',
  ]);
});

test('a response shorter than it claims has empty cells, not wrong ones', () => {
  const report = aReport([{ ...price, cells: '1,2' }], 4);
  expect(report.rows.map((row) => report.columns[0] && valueAt(report.columns[0], row))).toEqual([1, 2, null, null]);
});

test.each([
  ['wtd_avg_price', 'Wtd avg price'],
  ['basis Min', 'Basis Min'],
  ['%_Marked_Local', '% Marked Local'],
])('the column %s is headed "%s"', (name, label) => expect(labelOf(name)).toBe(label));

test('filters combine, and each facet counts what its values would show', () => {
  const report = aReport();
  const filters = [filterOf(report, 'class', 'Steers'), filterOf(report, 'muscle_grade', '1')];
  const found = atOnce(filterRows(report, facetsOf(report), filters, filterOf(report, 'report_date', '2026-09-14')));
  expect(found.shown.map(({ index }) => index)).toEqual([1]);
  expect([...(found.counts.get(columnOf(report, 'class')) ?? [])]).toEqual([1, 1]);
  expect([...(found.counts.get(columnOf(report, 'muscle_grade')) ?? [])]).toEqual([1, 1, 0]);
});

test('a chart uses every issue, whatever the table shows', () => {
  const report = aReport();
  const found = atOnce(filterRows(report, [], [], filterOf(report, 'report_date', '2026-09-14')));
  expect([found.shown.length, found.ofAllIssues.length]).toEqual([3, 6]);
});

test('a line is the mean of its rows, and breaks where there are none', () => {
  const report = aReport();
  const [issued, number] = [columnOf(report, 'report_date'), columnOf(report, 'avg_price')];
  const prices = (by: string | null) =>
    chartLines(report.rows, issued, number, by === null ? null : columnOf(report, by)).model.lines.map(({ item, readings }) => [
      item,
      ...readings.map((reading) => reading && reading.price),
    ]);
  expect(prices(null)).toEqual([['Mean of all rows', 615.75, 255.25]]);
  expect(prices('class')).toEqual([
    ['Heifers', -3, 250],
    ['Steers', null, 260.5],
  ]);
});

test('with more than eight categories, those with the most rows have lines', () => {
  const values = Array.from({ length: 11 }, (_, index) => `Place ${index}`);
  // Category 0 has one row, category 1 two, and so on.
  const places = values.flatMap((_, place) => Array.from({ length: place + 1 }, () => place));
  const report = aReport(
    [
      { ...date, cells: places.map(() => 1).join(',') },
      { ...sex, name: 'place', values, cells: places.join(',') },
      { ...price, cells: places.map((place) => place).join(',') },
    ],
    places.length,
  );
  const lines = chartLines(
    report.rows,
    columnOf(report, 'report_date'),
    columnOf(report, 'avg_price'),
    columnOf(report, 'place'),
  );
  expect([lines.names.length, lines.leftOut]).toEqual([MAX_LINES, 3]);
  expect(lines.names).toEqual(values.slice(3));
});

test('the columns shown distinguish the rows of an issue, and are no more than necessary', () => {
  const words = (name: string, values: readonly string[], places: readonly number[]): ReportColumn => ({
    name,
    kind: 'category',
    values: [...values],
    cells: places.join(','),
  });
  const report = aReport(
    [
      { ...date, cells: '1,1,1,1,1,1,0,0' },
      words('commodity', ['Apples', 'Grapes'], [0, 0, 0, 0, 1, 1, 0, 0]),
      words('variety', ['Gala', 'Fuji', 'Red'], [0, 0, 1, 1, 2, 2, 0, 0]),
      words('package', ['cartons', 'flats'], [0, 0, 0, 0, 1, 1, 0, 1]),
      words('origin', ['Washington'], [0, 0, 0, 0, 0, 0, 0, 0]),
      words('item_size', ['72s', '88s'], [0, 1, 0, 1, 0, 1, 0, 1]),
      ...['low_price', 'high_price', 'head_count', 'avg_weight'].map((name) => ({ ...price, name, cells: '1,2,3,4,5,6,7,8' })),
    ],
    8,
  );
  const names = mostTelling(report).map(({ name }) => name);
  expect(names).toEqual(['commodity', 'variety', 'item_size', 'report_date', 'low_price', 'high_price', 'head_count']);
  const columns = mostTelling(report);
  const newest = report.rows.slice(0, 6).map((row) =>
    columns
      .slice(0, 3)
      .map((column) => textAt(column, row))
      .join(),
  );
  expect(new Set(newest).size).toBe(6);
});

test('a column has room for its longest word and for its header', () => {
  const report = aReport([{ ...sex, name: 'market_tone_comments', values: ['STEADY', 'about unchanged'] }, price]);
  const [comments, number] = report.columns;
  expect(comments && charactersOf(comments, false)).toBe(3 + 'comments'.length + 2);
  expect(number && charactersOf(number, false)).toBe(3 + 8);
});

test('a hundred thousand rows are read and filtered in many short steps', () => {
  const count = 100_000;
  const cells = Array.from({ length: count }, (_, index) => index % 2).join(',');
  const columns = [date, sex].map((column) => ({ ...column, cells }));
  const work = filterRows(aReport(columns, count), [], [], null);
  let steps = 0;
  while (!work.next().done) steps += 1;
  expect(steps).toBeGreaterThan(40);
});
