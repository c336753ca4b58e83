import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PriceRecord } from '@site/contracts';
import { aFolder } from '../../test-support/a-config.ts';
import { UsdaConnection } from '../usda-connection.ts';
import { UsdaClient } from '../usda.client.ts';
import { mapPriceRows, splitByWeek } from '../usda.mapper.ts';
import eggs from './egg-feature-activity.json' with { type: 'json' };
import { startMarsStandIn, type MarsStandIn } from './mars-stand-in.ts';

const DATA = join(import.meta.dirname, 'egg-feature-activity.json');
const SCRIPT = join(import.meta.dirname, '../../../scripts/write-sample-data.mjs');

test('the sample data are what the script writes', async () => {
  const folder = await aFolder();
  const output = join(folder.path, 'written.json');
  await promisify(execFile)(process.execPath, [SCRIPT, output]);
  expect(JSON.parse(await readFile(output, 'utf8'))).toEqual(JSON.parse(await readFile(DATA, 'utf8')));
  await folder.remove();
});

describe('the stand-in for USDA', () => {
  let standIn: MarsStandIn;

  beforeAll(async () => {
    standIn = await startMarsStandIn(eggs.results);
  });
  afterAll(() => standIn.close());

  const rows = async (lastReports: number) => {
    const client = new UsdaClient(new UsdaConnection('sample', standIn.baseUrl, 'sample-data'));
    return mapPriceRows(await client.fetchPriceRows(2757, lastReports, AbortSignal.timeout(2_000)));
  };
  const national = (records: readonly PriceRecord[]) => records.filter((record) => record.region === 'NATIONAL');
  const stores = (records: readonly PriceRecord[]) => records.reduce((sum, record) => sum + (record.store_count ?? 0), 0);

  test("gives national store counts that add up to USDA's published activity index of both weeks", async () => {
    const { records, droppedRows } = await rows(2);
    const { newest, earlier } = splitByWeek(records);
    expect([stores(national(newest)), stores(national(earlier)), droppedRows]).toEqual([18_314, 14_334, 0]);
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

  test('sends as many issues as it is asked for', async () => {
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
