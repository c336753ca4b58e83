import type { MarketReport } from '@site/contracts';
import { atOnce } from '../table/in-slices.ts';
import { listReports } from './report-filters.ts';
import { readReports } from './read-reports.ts';

const aReport = (fields: Partial<MarketReport> = {}): MarketReport => ({
  report_id: '1',
  report_title: 'National Beef Summary',
  slug_id: '1',
  slug_name: 'AMS_1',
  commodity: 'Beef',
  market: 'Des Moines, IA',
  report_desc: null,
  report_date: '2026-09-14',
  report_status: 'Final',
  discontinued: false,
  ...fields,
});

const many = (count: number, title = (index: number) => `Report ${index}`) =>
  Array.from({ length: count }, (_, index) => aReport({ report_id: String(index), report_title: title(index) }));

const read = (text: string) => atOnce(readReports(text)).reports;

test.each([0, 1, 2, 500])('%s reports are read completely and in order', (count) => {
  const reports = many(count);
  expect(read(JSON.stringify(reports))).toEqual(listReports(reports));
});

test('a long list is read in many short steps', () => {
  const work = readReports(JSON.stringify(many(1_000)));
  let steps = 0;
  while (!work.next().done) steps += 1;
  expect(steps).toBeGreaterThan(10);
});

test('a title that looks like the boundary between two reports is only a title', () => {
  const reports = many(400, (index) => `One},{"two":"${index}"},{"`);
  expect(read(JSON.stringify(reports))).toEqual(listReports(reports));
});

test('reads a list formatted with spaces, too', () => {
  const reports = many(200);
  expect(read(`\n${JSON.stringify(reports, null, 2)}\n`)).toEqual(listReports(reports));
});

test('entries that are not reports are skipped, wherever they occur', () => {
  const [first, ...others] = many(300);
  expect(read(JSON.stringify([null, first, 7, [{ a: 1 }, { b: 2 }], {}, ...others]))).toEqual(listReports(many(300)));
});

test.each(['{"results":[]}', 'null', '7', '"[]"'])('%s is not a list and gives no reports', (text) => {
  expect(read(text)).toEqual([]);
});

test.each(['<p>proxy</p>', '', '[', '[1,]', '[{"a":1},{"b":}]', `${JSON.stringify(many(300)).slice(0, -40)}]`])(
  'invalid JSON fails with a SyntaxError: %#',
  (text) => {
    expect(() => read(text)).toThrow(SyntaxError);
  },
);

test('unreadable entries are counted across all chunks', () => {
  const text = JSON.stringify([{}, ...many(300), { ...aReport(), weekly: true }, null]);
  expect(atOnce(readReports(text)).leftOut).toEqual({ rows: 2, missing: [], unknown: ['weekly'] });
});
