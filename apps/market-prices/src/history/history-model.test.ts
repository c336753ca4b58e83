import { type PricedItem, type PriceRange, type PriceSeries, secondsOf } from '@site/contracts';
import { dateOf, meanOfPositive, percentOfFirst, readHistory, sparkline } from './history-model.ts';

const aSeries = (item: string, prices: Record<string, number>, fields: Partial<PriceSeries> = {}): PriceSeries => ({
  item,
  region: 'NATIONAL',
  commodity: 'beef',
  section: 'Chuck',
  type: item,
  condition: 'Fresh',
  package_size: 'Regular',
  environment: 'Conventional',
  quality_grade: null,
  price_unit: 'Per lb',
  points: Object.entries(prices).map(([date, price_avg]) => ({
    date,
    price_avg,
    price_min: null,
    price_max: null,
    store_count: 10,
  })),
  ...fields,
});

/** Priced per pound, whatever the package. */
const POUNDS = {
  range: ({ price_min: min, price_max: max, price_avg: average }: PricedItem): PriceRange | null =>
    average === null ? null : { low: min ?? average, high: max ?? average, average },
};
/** Priced per dozen if the package is a number of eggs. */
const DOZENS = {
  range: ({ price_avg: carton, package_size: size }: PricedItem): PriceRange | null => {
    if (carton === null || !Number(size)) return null;
    const average = (carton * 12) / Number(size);
    return { low: average, high: average, average };
  },
};

const byItem = (...series: PriceSeries[]) => new Map(series.map((one) => [one.item, one]));

test('a week without a price breaks the line, even when no item has one', () => {
  const model = readHistory(POUNDS, byItem(aSeries('a', { '2026-08-31': 5, '2026-09-14': 6 })), ['a']);
  expect(model.weeks.map(dateOf)).toEqual(['2026-08-31', '2026-09-07', '2026-09-14']);
  expect(model.lines[0]?.readings.map((reading) => reading?.price ?? null)).toEqual([5, null, 6]);
  expect(model.mean).toEqual([5, null, 6]);
});

test('the mean counts every item of the region once, however many stores it has, and ignores prices of zero', () => {
  const a = aSeries('a', { '2026-09-14': 4 });
  const b = aSeries('b', { '2026-09-14': 8 });
  const free = aSeries('free', { '2026-09-14': 0 });
  expect(readHistory(POUNDS, byItem(a, b, free), ['a']).mean).toEqual([6]);
  expect(meanOfPositive([0, -1])).toBeNull();
});

test('eggs are converted to prices per dozen; others have a line in their own unit and do not count toward the mean', () => {
  const carton = aSeries('a', { '2026-09-14': 4.5 }, { package_size: '18', price_unit: 'Per Carton' });
  const liquid = aSeries('b', { '2026-09-14': 9 }, { package_size: '16 oz', price_unit: 'Per Carton' });
  const model = readHistory(DOZENS, byItem(carton, liquid), ['a', 'b']);
  expect(model.lines.map(({ readings }) => readings[0]?.price ?? null)).toEqual([3, 9]);
  expect(model.mean).toEqual([3]);
});

test('each price comes with its number of stores, and an unknown item is an empty line', () => {
  const model = readHistory(POUNDS, byItem(aSeries('a', { '2026-09-14': 4 })), ['a', 'gone']);
  expect(model.lines[0]?.readings[0]).toEqual({ price: 4, low: 4, high: 4, stores: 10, isComparable: true });
  expect(model.lines[1]?.readings).toEqual([null]);
});

test('an empty history has no weeks', () => {
  expect(readHistory(POUNDS, new Map(), ['a'])).toEqual({ weeks: [], lines: [{ item: 'a', readings: [] }], mean: [] });
});

test('percent change begins exactly 52 weeks before the last one, although the history goes back 53', () => {
  const prices = aSeries('a', { '2025-09-08': 1, '2025-09-15': 2, '2026-03-02': 3, '2026-09-14': 2.5 });
  const { weeks, lines } = percentOfFirst(readHistory(POUNDS, byItem(prices), ['a']));
  const percents = lines[0]!.readings.flatMap((reading, week) => (reading ? [[dateOf(weeks[week]!), reading.price]] : []));
  expect(percents).toEqual([
    ['2025-09-15', 0],
    ['2026-03-02', 50],
    ['2026-09-14', 25],
  ]);
});

test('a sparkline breaks at a gap', () => {
  const at = secondsOf;
  const points = [
    { at: at('2026-08-24'), price: 1 },
    { at: at('2026-08-31'), price: 2 },
    { at: at('2026-09-14'), price: 1 },
  ];
  expect(sparkline(points)).toEqual({ path: 'M0.0 95.0h0L33.3 5.0M100.0 95.0h0', last: 'M100.0 95.0h0' });
  expect(sparkline(points.slice(0, 1))).toBeNull();
});
