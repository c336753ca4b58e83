import type { PriceRecord } from '@site/contracts';
import { UsdaConnection } from '../usda-connection.ts';
import { UsdaClient } from '../usda.client.ts';
import { mapPriceRows, splitByWeek } from '../usda.mapper.ts';
import { startMarsStandIn, type MarsStandIn } from './mars-stand-in.ts';
import { SAMPLE_LIBRARY } from './sample-library.ts';

describe('the stand-in for USDA', () => {
  let standIn: MarsStandIn;

  beforeAll(async () => {
    standIn = await startMarsStandIn(SAMPLE_LIBRARY);
  });
  afterAll(() => standIn.close());

  const client = () => new UsdaClient(new UsdaConnection('sample', standIn.baseUrl, 'sample-data'));
  const deadline = () => AbortSignal.timeout(60_000);
  const rows = async (lastReports: number) => mapPriceRows(await client().fetchPriceRows(2757, lastReports, deadline()));
  const national = (records: readonly PriceRecord[]) => records.filter((record) => record.region === 'NATIONAL');
  const stores = (records: readonly PriceRecord[]) => records.reduce((sum, record) => sum + (record.store_count ?? 0), 0);

  test("returns national store counts that add up to USDA's published activity index in all three weeks", async () => {
    const { records, droppedRows } = await rows(2);
    const { newest, earlier } = splitByWeek(records);
    const [from, to] = [new Date('2025-09-13'), new Date('2025-09-14')];
    const yearBefore = mapPriceRows(await client().fetchPriceRowsBetween(2757, from, to, deadline()));
    expect([newest, earlier, yearBefore.records].map((week) => stores(national(week)))).toEqual([18_314, 14_334, 8_615]);
    expect(droppedRows + yearBefore.droppedRows).toBe(0);
  });

  test('returns the published beef prices of both weeks', async () => {
    const { records } = mapPriceRows(await client().fetchPriceRows(3228, 2, deadline()));
    const roast = national(records).filter(
      (record) =>
        record.type === 'Chuck Roast, Boneless' && record.package_size === 'Regular' && record.environment === 'Conventional',
    );
    expect(roast.map((record) => [record.report_date, record.price_avg, record.store_count])).toEqual([
      ['2026-09-14', 7.82, 6_595],
      ['2026-09-07', 7.52, 5_714],
    ]);
  });

  test('has a year of weeks, always the same, in which no generated item is advertised every week', async () => {
    const { records } = await rows(53);
    expect(new Set(records.map((record) => record.report_date)).size).toBe(53);
    expect((await rows(53)).records).toEqual(records);
    const weeksOf = (type: string) =>
      new Set(
        records.filter((record) => record.type === type && record.package_size === '60').map((record) => record.report_date),
      );
    expect(weeksOf('Medium White').size).toBeLessThan(53);
  });

  test("returns USDA's list of reports as a bare list", async () => {
    const list = await client().fetchReportList(deadline());
    expect(list.find((report) => report['slug_id'] === '3228')).toMatchObject({
      report_title: 'Weekly Grocery Store Beef Feature Activity',
    });
  });

  test('has rows of every region, and prices between the lowest and the highest', async () => {
    const { records } = await rows(2);
    expect(new Set(records.map((record) => record.region))).toEqual(
      new Set(['NATIONAL', 'Northeast', 'Southeast', 'Midwest', 'Southcentral', 'Southwest', 'Northwest', 'Alaska', 'Hawaii']),
    );
    const wrong = records.filter(
      ({ price_min: low, price_avg: mean, price_max: high }) =>
        low === null || mean === null || high === null || low > mean || mean > high,
    );
    expect(wrong).toEqual([]);
  });

  test('sends as many issues as requested', async () => {
    const { records } = await rows(1);
    expect(new Set(records.map((record) => record.report_date))).toEqual(new Set(['2026-09-14']));
  });

  const KEY = `Basic ${Buffer.from('key:').toString('base64')}`;

  test.each([
    ['without a key', '/2757/Report%20Details', {}, 403],
    [
      'with a password',
      '/2757/Report%20Details',
      { Authorization: `Basic ${Buffer.from('key:secret').toString('base64')}` },
      403,
    ],
    ['for an unknown report', '/9999/Report%20Details', { Authorization: KEY }, 404],
    ['for an unknown section', '/2757/Prices', { Authorization: KEY }, 404],
  ])('refuses a request %s with an HTML page, as USDA does', async (_what, path, headers, status) => {
    const response = await fetch(standIn.baseUrl + path, { headers });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([status, 'text/html']);
    await response.text();
  });

  test('sends no prices in the header of a report', async () => {
    const response = await fetch(`${standIn.baseUrl}/2757`, { headers: { Authorization: KEY } });
    expect(await response.json()).toMatchObject({ reportSection: 'Report Header', results: [] });
  });
});
