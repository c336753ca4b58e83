import { changeWords, directionOf, priceItemKey, type PriceSeries, weekPrice, yearChange } from '@site/contracts';
import { EGGS } from './egg-kind.ts';
import { aPriceRecord } from '../prices/price-record.factory.ts';
import { nextReportWords } from '../answer/answer-words.ts';

test.each([
  [{ dollars: 0.45, percent: 22 }, 'up $0.45 (+22.0%)', 'up'],
  [{ dollars: -1.2, percent: -32.44 }, 'down $1.20 (−32.4%)', 'down'],
  [{ dollars: 0.004, percent: 0.2 }, 'unchanged', 'flat'],
  [{ dollars: 0, percent: 0 }, 'unchanged', 'flat'],
] as const)('%o reads "%s"', (change, words, direction) => {
  expect(changeWords(change)).toBe(words);
  expect(directionOf(change)).toBe(direction);
});

const RECORD = aPriceRecord({ price_avg: 3 });
const PRICE = weekPrice(EGGS, [RECORD], priceItemKey('egg', RECORD), 'NATIONAL')!;
const series = (date: string, price: number): PriceSeries => ({
  ...RECORD,
  item: priceItemKey('egg', RECORD),
  points: [{ date, price_avg: price, price_min: null, price_max: null, store_count: 5 }],
});

test('a year ago means exactly 52 weeks earlier', () => {
  expect(yearChange(EGGS, PRICE, series('2025-09-15', 2))).toEqual({ dollars: 1, percent: 50 });
  expect(yearChange(EGGS, PRICE, series('2025-09-14', 2))).toBeNull();
  expect(yearChange(EGGS, PRICE, undefined)).toBeNull();
});

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);

test('the next report is due a week after the newest one was published, and late after three more days', () => {
  const weekly = ['2026-09-14', '2026-09-07'];
  expect(nextReportWords('2026-09-14', weekly, at('2026-09-19'))).toBe('Next report expected on Sep 25, 2026.');
  expect(nextReportWords('2026-09-14', weekly, at('2026-09-28'))).toBe('Next report expected on Sep 25, 2026.');
  expect(nextReportWords('2026-09-14', weekly, at('2026-09-29'))).toBe(
    'The next report was expected on Sep 25, 2026 and is late: these figures are for an earlier week.',
  );
});

test('the interval is the report’s own, in whole weeks; with a single issue it is one week', () => {
  expect(nextReportWords('2026-09-14', ['2026-08-31', '2026-08-17'], at('2026-09-19'))).toBe(
    'Next report expected on Oct 2, 2026.',
  );
  expect(nextReportWords('2026-09-14', [], at('2026-09-19'))).toBe('Next report expected on Sep 25, 2026.');
});
