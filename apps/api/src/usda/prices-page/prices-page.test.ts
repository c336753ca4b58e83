import { setTimeout as delay } from 'node:timers/promises';
import type { Type } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { SiteDatabase } from '../../database/site-database.ts';
import { JobRunner } from '../../jobs/job-runner.ts';
import { aFaultUpstream, sendsHtml } from '../../test-support/a-fault-upstream.ts';
import { anApi, type TestApi } from '../../test-support/an-api.ts';
import { PriceSnapshotEntity } from '../price-snapshot.entity.ts';
import { UsdaConnection } from '../usda-connection.ts';
import { FETCH_NOW, REFRESH } from '../usda-jobs.ts';

const TOKEN = 'o'.repeat(32);
const owner = { Authorization: `Bearer ${TOKEN}` };

let api: TestApi;
afterEach(() => api.close());

const start = async (variables: Readonly<Record<string, string>>, connection?: UsdaConnection): Promise<void> => {
  api = await anApi(
    { OWNER_TOKEN: TOKEN, ...variables },
    connection ? [{ provide: UsdaConnection, value: connection }] : undefined,
  );
};
const call = (init: RequestInit = {}) => fetch(`${api.url}/owner/prices`, { redirect: 'manual', headers: owner, ...init });
const page = async (): Promise<string> => (await call()).text();
const fetchNow = (headers: Record<string, string> = owner) => call({ method: 'POST', headers });

/** The page once nothing is being fetched. */
async function settled(): Promise<string> {
  for (;;) {
    const html = await page();
    if (!html.includes('Prices are being fetched')) return html;
    await delay(50);
  }
}

test('the owner has prices fetched, and sees their age, when they came, and which weeks are missing', async () => {
  await start({ USDA_SOURCE: 'sample' });
  const empty = await page();
  expect(empty).toContain('No week is stored.');
  expect(empty).toContain('Never fetched.');
  expect(empty).toContain('<button>Fetch now</button>');
  const asked = await fetchNow();
  expect([asked.status, asked.headers.get('Location')]).toEqual([303, '/owner/prices']);
  const full = await settled();
  expect(full.match(/Newest week: \d{4}-\d\d-\d\d, <span class="\w+">\d+ days? old/g)).toHaveLength(2);
  expect(full.match(/Last fetched at \d{4}/g)).toHaveLength(2);
  expect(full).not.toContain('Never fetched');
  expect(full).not.toContain('by their Mondays');

  const snapshots = api.get<SiteDatabase>(getDataSourceToken() as Type<SiteDatabase>).getRepository(PriceSnapshotEntity);
  const newest = /Egg prices<\/h2><p>Newest week: ([\d-]+)/.exec(full)?.[1] ?? '';
  const gone = new Date(Date.parse(newest) - 3 * 7 * 86_400_000).toISOString().slice(0, 10);
  await snapshots.delete({ commodity: 'egg', week: gone });
  expect(await page()).toContain(`1 week of the past year is missing, by their Mondays: ${gone}.`);
});

test('a fetch that fails says why, is tried again by itself, and does not hide that the hourly one fails too', async () => {
  const upstream = await aFaultUpstream(sendsHtml(500));
  await start({}, new UsdaConnection('live', upstream.baseUrl, 'canary-key', 8_000, 120_000, 0));
  await fetchNow();
  const failed = await settled();
  expect(failed).toMatch(/fetch prices now: <span class="bad">failed 1 time<\/span>, next attempt at [^:]+:\d\d UTC: .*500/);
  expect(failed).not.toContain('canary-key');
  // Every report was asked for, although the first request failed.
  expect(new Set(upstream.requests.map(({ path }) => path.split('?')[0])).size).toBe(3);
  await api.get(JobRunner).runNow(REFRESH);
  expect(await page()).toMatch(/refresh prices: <span class="bad">failed 1 time/);
});

test('prices are fetched at most three times in ten minutes', async () => {
  await start({ USDA_SOURCE: 'sample' });
  for (let turn = 0; turn < 3; turn += 1) expect((await fetchNow()).status).toBe(303);
  const refused = await fetchNow();
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 500]).toEqual([429, true]);
  expect(await refused.text()).toMatch(/role="alert">Prices were fetched often enough for now\. Try again in \d+ seconds\./);
  await settled();
});

test('without a key nothing can be fetched; neither another site nor a stranger starts a fetch', async () => {
  await start({});
  const html = await page();
  expect(html).toContain('USDA_API_KEY is not set: nothing is fetched.');
  expect(html).not.toContain('<button>Fetch now</button>');
  expect((await fetchNow()).status).toBe(303);
  expect((await fetchNow({ ...owner, Origin: 'https://other.example' })).status).toBe(403);
  expect((await fetchNow({})).status).toBe(401);
  expect(await page()).not.toContain(FETCH_NOW);
});
