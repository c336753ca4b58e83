import { comparedPrices, priceItemKey, type PriceRecord, type PriceSeries, type WeeklyReport } from '@site/contracts';
import { aMarsRow } from '../test-support/a-mars-row.ts';
import { leadPrice, priceLead } from './price-lead.ts';
import { mapPriceRows } from './usda.mapper.ts';

const { records } = mapPriceRows([
  aMarsRow({ report_date: '09/14/2026', price_avg: 3, store_count: 600 }),
  aMarsRow({ report_date: '09/14/2026', price_avg: 4, store_count: 100, type: 'Large Brown' }),
  aMarsRow({ report_date: '09/14/2026', price_avg: 9, store_count: 900, region: 'Midwest', type: 'Large Brown' }),
]);
const report = (currentWeekData: readonly PriceRecord[], source: 'live' | 'sample' = 'live'): WeeklyReport => ({
  currentWeekData: [...currentWeekData],
  historicalData: [],
  source,
  fetchedAt: '2026-09-18T14:05:00.000Z',
  stale: false,
  droppedRows: 0,
});
const [most] = records as [PriceRecord];
const point = (date: string, price: number) => ({
  date,
  price_avg: price,
  price_min: price - 1,
  price_max: price + 1,
  store_count: 5,
});
const series = (points: PriceSeries['points']): PriceSeries => ({ ...most, item: priceItemKey('egg', most), points });

const leadOf = (points?: PriceSeries['points'], isComplete = true) => {
  const price = leadPrice('egg', report(records));
  if (!price) throw new Error('no price');
  return priceLead('egg', report(records), price, points && series(points), isComplete);
};
const said = (lead: ReturnType<typeof leadOf>) =>
  lead.words
    .flat()
    .map(({ text }) => text)
    .join('');

test('the lead is the national price of the item that the most stores advertise, with its change from exactly a year ago', () => {
  const lead = leadOf([point('2025-09-15', 2), point('2026-09-07', 2.5), point('2026-09-14', 3)]);
  expect(lead).toMatchObject({ path: '/projects/egg-prices', kicker: 'Week of Sep 14, 2026', caution: '' });
  expect(said(lead)).toMatch(
    /^\$3\.00 per dozen is this week’s advertised price of .* across the country, in 600 stores: not advertised last week, up \$1\.00 \(\+50\.0%\) from a year ago\.$/,
  );
});

test('the chart breaks at weeks without a price, and its axis spans its prices', () => {
  const { chart } = leadOf([point('2026-08-03', 2), point('2026-08-10', 2), point('2026-09-07', 2.5), point('2026-09-14', 3)]);
  expect(chart?.line.match(/M/g)).toHaveLength(2);
  expect(chart?.band.match(/Z/g)).toHaveLength(2);
  expect(chart?.label).toContain('from $2.00 to $3.00, newest $3.00');
  const prices = chart?.prices.map(({ label }) => Number(label.slice(1))) ?? [];
  expect([Math.min(...prices) <= 1, Math.max(...prices) >= 4]).toEqual([true, true]);
  expect(chart?.weeks.every(({ at }) => at >= 0 && at <= 100)).toBe(true);
});

test('without a stored year the lead has no chart, and without a national price there is no lead', () => {
  expect([leadOf().chart, leadOf([]).chart]).toEqual([null, null]);
  expect(said(leadOf())).toContain('no figure from a year ago.');
  expect(said(leadOf(undefined, false))).toContain('a year ago: …');
  expect(leadPrice('egg', report(records.filter(({ region }) => region !== 'NATIONAL')))).toBeNull();
  expect(leadPrice('egg', report([]))).toBeNull();
});

test('a sample says that it is one', () => {
  const price = leadPrice('egg', report(records));
  expect(price && priceLead('egg', report(records, 'sample'), price, undefined, true).caution).toBe('sample figures');
  expect(comparedPrices('egg').read({ ...most, price_avg: null }).unit).toBeNull();
});
