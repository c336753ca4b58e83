import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { priceItemKey } from '@site/contracts';
import sharp from 'sharp';
import { aMarsRow } from '../test-support/a-mars-row.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { Clock } from '../clock.ts';
import { KnownAddresses } from '../site/known-addresses.ts';
import { PICTURE_SIZE } from './price-picture.ts';
import { PriceSnapshotRepository } from './price-snapshot.repository.ts';
import { mapPriceRows } from './usda.mapper.ts';

const rows = [
  ...['06/01/2026', '08/31/2026', '09/07/2026', '09/14/2026'].flatMap((report_date, week) => [
    aMarsRow({ report_date, price_avg: 1 + week / 10, store_count: 600 }),
    aMarsRow({ report_date, price_avg: 4 - week / 10, store_count: 100, type: 'Large Brown' }),
  ]),
  aMarsRow({ report_date: '09/14/2026', region: 'Midwest' }),
];
const { records } = mapPriceRows(rows);
const keys = [...new Set(records.map((row) => priceItemKey('egg', row)))];
const ONE_TOO_MANY = 'one more';

describe('GET /api/price-picture.png', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await anApi({}, [{ provide: Clock, value: { now: () => new Date('2026-09-18T15:00:00.000Z') } }]);
    await api.get(PriceSnapshotRepository).keep('live', 'egg', records);
  });
  afterAll(() => api.close());

  const ask = (query: string) => fetch(`${api.url}/api/price-picture.png?${query}`);
  const itemsOf = (items: readonly string[]) => items.map((item) => `item=${encodeURIComponent(item)}`).join('&');
  const picture = async (query: string) => {
    const response = await ask(query);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    return Buffer.from(await response.arrayBuffer());
  };

  test('is a picture sized for link previews, which other sites may embed', async () => {
    const response = await ask('commodity=egg');
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', ...PICTURE_SIZE });
  });

  test('shows the item that the most stores advertise unless the address names others', async () => {
    const [most = '', other = ''] = keys;
    const chosen = await picture(`commodity=egg&${itemsOf([most])}`);
    expect((await picture('commodity=egg')).equals(chosen)).toBe(true);
    expect((await picture(`commodity=egg&${itemsOf([other])}`)).equals(chosen)).toBe(false);
    expect((await picture(`commodity=egg&${itemsOf([most, other])}`)).equals(chosen)).toBe(false);
    expect((await picture(`commodity=egg&show=percent&${itemsOf([most])}`)).equals(chosen)).toBe(false);
    expect((await picture(`commodity=egg&region=mid%20west`)).equals(chosen)).toBe(false);
  });

  test.each([
    ['item=a&chart-region=Hawaii&region=Midwest', 'Hawaii'],
    ['view=chart&chart-region=Hawaii&region=Midwest', 'Hawaii'],
    ['chart-region=Hawaii&region=Midwest', 'Midwest'],
    ['chart-region=Hawaii', null],
  ])('of the address ?%s shows the region that its page shows', (query, region) => {
    const url = api.get(KnownAddresses).pictureOf('/projects/egg-prices', query)?.url ?? '';
    expect(new URL(url, api.url).searchParams.get('region')).toBe(region);
  });

  test('is a 404 without a stored price, and a 400 for more than four items', async () => {
    for (const query of ['commodity=beef', 'commodity=egg&item=none', 'commodity=egg&region=Hawaii'])
      expect((await ask(query)).status).toBe(404);
    expect((await ask(`commodity=egg&${itemsOf([...keys, '1', '2', ONE_TOO_MANY])}`)).status).toBe(400);
  });
});

test('the letters are what the tool extracts from the current font', () => {
  const tool = `${import.meta.dirname}/../../../../tools/picture-letters.mjs`;
  const taken = execFileSync(process.execPath, [tool, '--print'], { encoding: 'utf8' });
  expect(readFileSync(`${import.meta.dirname}/picture-letters.ts`, 'utf8')).toBe(taken);
});
