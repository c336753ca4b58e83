import { setTimeout as delay } from 'node:timers/promises';
import { Clock } from '../../clock.ts';
import { JobRunner } from '../../jobs/job-runner.ts';
import { aMarsRow, anEnvelope } from '../../test-support/a-mars-row.ts';
import { aFaultUpstream, sendsHtml, sendsJson, type Answer, type FaultUpstream } from '../../test-support/a-fault-upstream.ts';
import { anApi, type TestApi } from '../../test-support/an-api.ts';
import { closeAtEnd } from '../../test-support/left-open.ts';
import { UsdaConnection } from '../usda-connection.ts';
import { FETCH_NOW, REFRESH } from '../usda-jobs.ts';
import { pricesPage } from './prices-page.ts';

const TOKEN = 'o'.repeat(32);
const KEY = 'canary-usda-key';
const owner = { Authorization: `Bearer ${TOKEN}` };
/** Eleven days after the Monday of the rows. */
const NOW = new Date('2026-09-25T12:00:00.000Z');

let api: TestApi;
let now: Date;

/** @param apiKey null: the server has none */
async function start(answer: Answer, apiKey: string | null = KEY): Promise<FaultUpstream> {
  const upstream = await aFaultUpstream(answer);
  now = NOW;
  const opened = await anApi({ OWNER_TOKEN: TOKEN }, [
    { provide: UsdaConnection, value: new UsdaConnection('live', upstream.baseUrl, apiKey, 8_000, 120_000, 0) },
    { provide: Clock, value: { now: () => now } },
  ]);
  closeAtEnd(() => opened.close());
  api = opened;
  return upstream;
}
const call = (init: RequestInit = {}) => fetch(`${api.url}/owner/prices`, { redirect: 'manual', headers: owner, ...init });
const page = async (): Promise<string> => (await call()).text();
const fetchNow = (headers: Record<string, string> = owner) => call({ method: 'POST', headers });

/** Two weeks of each report, whatever the query, and an empty list of reports. */
const twoWeeks: Answer = (response, request) => {
  const rows = [aMarsRow(), aMarsRow({ report_date: '08/31/2026' })];
  const isReport = /reports\/\d/.test(request.url ?? '');
  sendsJson(isReport ? anEnvelope(rows) : [])(response, request);
};

/** The page once nothing is being fetched. */
async function settled(): Promise<string> {
  for (;;) {
    const html = await page();
    if (!html.includes('Prices are being fetched')) return html;
    await delay(50);
  }
}

test('the owner can fetch prices, and sees their age, when they were fetched, and which weeks are missing', async () => {
  await start(twoWeeks);
  const empty = await page();
  expect(empty).toContain('No weeks are stored.');
  expect(empty).toContain('Never fetched.');
  expect(empty).toContain('<button>Fetch now</button>');
  const asked = await fetchNow();
  expect([asked.status, asked.headers.get('Location')]).toEqual([303, '/owner/prices']);
  const full = await settled();
  const newest = 'Newest week: 2026-09-14, <span class="good">11 days old</span>. Stored: 2 weeks.';
  expect(full.split(newest)).toHaveLength(3);
  expect(full.split('Last fetched at 2026-09-25 12:00 UTC.')).toHaveLength(3);
  expect(full).toContain(
    '50 weeks of the past year are missing (each named by its Monday): 2026-09-07, 2026-08-24, 2026-08-17, ',
  );
  expect(full).toContain('2025-09-22.</p>');
  now = new Date('2026-09-29T12:00:00.000Z');
  expect(await page()).toContain('<span class="bad">15 days old</span>; the next one was expected within 14 days');
});

test('a failed fetch shows its reason, is retried automatically, and does not hide that the hourly one fails too', async () => {
  const upstream = await start(sendsHtml(500));
  await fetchNow();
  const failed = await settled();
  expect(failed).toMatch(/fetch prices now: <span class="bad">failed \d+ times?<\/span>, next attempt at [^:]+:\d\d UTC: .*500/);
  expect(failed).not.toContain(KEY);
  // Every report was requested, although the first request failed.
  expect(new Set(upstream.requests.map(({ path }) => path.split('?')[0])).size).toBe(3);
  await api.get(JobRunner).runNow(REFRESH);
  expect(await page()).toMatch(/refresh prices: <span class="bad">failed \d+ time/);
});

test('prices are fetched at most three times in ten minutes', async () => {
  await start(sendsHtml(500));
  for (let turn = 0; turn < 3; turn += 1) expect((await fetchNow()).status).toBe(303);
  const refused = await fetchNow();
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 500]).toEqual([429, true]);
  expect(await refused.text()).toMatch(/role="alert">Prices were fetched too often\. Try again in \d+ seconds\./);
});

test('without a key nothing can be fetched; neither another site nor a stranger can start a fetch', async () => {
  await start(twoWeeks, null);
  const html = await page();
  expect(html).toContain('USDA_API_KEY is not set: nothing is fetched.');
  expect(html).not.toContain('<button>Fetch now</button>');
  expect((await fetchNow()).status).toBe(303);
  expect((await fetchNow({ ...owner, Origin: 'https://other.example' })).status).toBe(403);
  expect((await fetchNow({})).status).toBe(401);
  expect(await page()).not.toContain(FETCH_NOW);
});

test('the age of sample prices is neither good nor bad', () => {
  const commodity = { commodity: 'egg', weeks: 53, newest: '2026-09-14', holes: [], fetchedAt: null } as const;
  const state = { now: NOW, source: 'sample', hasKey: true, keyState: 'unknown', commodities: [commodity], jobs: [] } as const;
  const html = pricesPage(state, null).parts.join('');
  expect(html).toContain('Newest week: 2026-09-14, 11 days old. Stored: 53 weeks.');
});
