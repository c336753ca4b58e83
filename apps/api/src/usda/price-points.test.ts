import { cutPoints, POINT_FORMATS, type HistoryFormat } from './price-points.ts';

const DATES = ['2026-01-05', '2026-01-12', '2026-01-26', '2026-02-02'];
const WRITTEN = {
  json: (date: string) => `{"date":"${date}","price_avg":1.5,"price_min":null,"price_max":2,"store_count":7}`,
  csv: (date: string) => `${date},*,1.5,,2,7`,
};
/** Each date, and the days between, before and after them. */
const DAYS = ['2026-01-01', ...DATES, '2026-01-13', '2026-01-27', '2026-02-03'].toSorted();

describe.each(['json', 'csv'] as const)('the points of a series as %s', (format: HistoryFormat) => {
  const written = (dates: readonly string[]) => dates.map(WRITTEN[format]).join(POINT_FORMATS[format].separator);
  const pairs = DAYS.flatMap((first) => DAYS.map((last) => [first, last] as const));

  test.each(pairs)('are cut from %s to %s', (first, last) => {
    const expected = written(DATES.filter((date) => date >= first && date <= last));
    expect(cutPoints(written(DATES), format, first, last)).toBe(expected);
  });

  test('are empty if the series is empty', () => {
    expect(cutPoints('', format, '2026-01-01', '2026-12-31')).toBe('');
  });
});
