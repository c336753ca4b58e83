import type { PageLead, WeeklyReport } from '@site/contracts';
import { MADE_OFTEN, ReadyResponse } from '../http/ready-response.ts';
import { KnownAddresses } from '../site/known-addresses.ts';
import { aMarsRow } from '../test-support/a-mars-row.ts';
import { PriceLeadService } from './price-lead.service.ts';
import { mapPriceRows } from './usda.mapper.ts';

const PAGE = '/projects/egg-prices';
const START = Date.parse('2026-09-18T15:00:00Z');

let price: number | Error;
let now: number;
let known: KnownAddresses;
beforeEach(() => {
  price = 2;
  now = START;
  known = new KnownAddresses();
  const reports = {
    async storedWeekly(): Promise<WeeklyReport> {
      if (price instanceof Error) throw price;
      const { records } = mapPriceRows([aMarsRow({ report_date: '09/14/2026', price_avg: price, package_size: '12' })]);
      const envelope = { historicalData: [], source: 'live' as const, fetchedAt: '2026-09-18T14:05:00.000Z' };
      return { ...envelope, currentWeekData: [...records], stale: false, droppedRows: 0 };
    },
  };
  const none = JSON.stringify({ source: 'live', attribution: '', licence: '', series: [] });
  const ready = new ReadyResponse(Buffer.from(none), 'application/json', MADE_OFTEN);
  const history = { response: async () => ({ ready, isComplete: true }) };
  const clock = { now: () => new Date(now) };
  new PriceLeadService(reports, history, known, clock, { warn: () => undefined }).onModuleInit();
});

const figure = (lead: PageLead | undefined) => lead?.words[0]?.[0]?.text;
const said = async (query = '') => figure(await known.leadOf(PAGE, query));
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('a lead is kept for ten seconds, then rebuilt while visitors get the old one', async () => {
  expect(await said()).toBe('$2.00');
  price = 3;
  now += 9_000;
  expect(await said()).toBe('$2.00');
  now += 2_000;
  expect(await said()).toBe('$2.00');
  await settled();
  expect(await said()).toBe('$3.00');
});

test('after a period without visitors, nobody gets the figure of an earlier week', async () => {
  await said();
  price = 3;
  now += 7 * 86_400_000;
  expect(await said()).toBe('$3.00');
});

test('if the database fails, the document has the last lead, or none', async () => {
  price = new Error('no database');
  expect(await said()).toBeUndefined();
  price = 2;
  now += 11_000;
  await said();
  await settled();
  price = new Error('no database');
  now += 11_000;
  expect(await said()).toBe('$2.00');
});

test('an address with other choices has no lead', async () => {
  expect([await said('region=Midwest'), await said('utm_source=x')]).toEqual([undefined, '$2.00']);
});
