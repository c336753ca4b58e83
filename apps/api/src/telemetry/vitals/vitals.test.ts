import { join } from 'node:path';
import type { VitalsReport } from '@site/contracts';
import { Clock } from '../../clock.ts';
import { TEST_SIGNING_KEY } from '../../test-support/a-config.ts';
import { anApi, type TestApi } from '../../test-support/an-api.ts';
import { aTrial, EGGS_STABLE, EGGS_TRIED } from '../../test-support/a-trial.ts';
import { LiveTrials } from '../../site/live-trials.ts';
import { WithdrawalRepository } from '../../trials/withdrawal.repository.ts';
import { JudgedCounts } from '../judged-counts.ts';
import { SCALES } from './vital.ts';
import { VitalsRepository } from './vitals.repository.ts';
import { VitalsService } from './vitals.service.ts';

const TOKEN = 'the-owner-has-a-token-of-32-characters';
const PAGE = '/projects/eggs';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse('2026-11-20T10:30:00Z');

let api: TestApi;
let now: number;
beforeEach(async () => {
  now = START;
  api = await anApi({ OWNER_TOKEN: TOKEN, TRUST_PROXY: '127.0.0.1' }, [{ provide: Clock, value: { now: () => new Date(now) } }]);
  await aTrial(join(api.folder, 'releases'), TEST_SIGNING_KEY);
});
afterEach(() => api.close());

/** The token of a new document. */
async function aToken(): Promise<string> {
  const response = await fetch(`${api.url}/`);
  return /^page;desc="([\w.-]+)"$/.exec(response.headers.get('server-timing') ?? '')?.[1] ?? '';
}

async function send(more: Partial<VitalsReport> = {}, client = '192.0.2.1'): Promise<number> {
  const measured = { device: 'phone', lcp: 900, inp: 40, ttfb: 80, cls: 0.01 } as const;
  const report = { token: await aToken(), app: 'eggs', release: EGGS_STABLE, path: PAGE, ...measured, ...more };
  const { status } = await fetch(`${api.url}/api/vitals`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client },
    body: JSON.stringify(report),
  });
  return status;
}

async function counted(): Promise<Record<string, number>> {
  await api.get(VitalsService).flush();
  const days = await api.get(VitalsRepository).days(0);
  const sums: Record<string, number> = {};
  for (const { release, vital, views } of days) sums[`${release} ${vital}`] = (sums[`${release} ${vital}`] ?? 0) + views;
  return sums;
}
const lcp = async (release = EGGS_STABLE): Promise<number> => (await counted())[`${release} lcp`] ?? 0;

test('each document has its own token, even if the response is a 304', async () => {
  // The same bucket, so that both documents have the same releases.
  const Cookie = 'set=42';
  const first = await fetch(`${api.url}/`, { headers: { Cookie } });
  const again = await fetch(`${api.url}/`, {
    headers: { Cookie, 'If-None-Match': first.headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' },
  });
  expect(again.status).toBe(304);
  expect(again.headers.get('server-timing')).not.toBe(first.headers.get('server-timing'));
});

test('measurements are counted by release; what a browser does not measure is left out', async () => {
  expect(await send()).toBe(204);
  expect(await send({ inp: null, release: EGGS_TRIED })).toBe(204);
  expect(await counted()).toEqual({
    ...{ [`${EGGS_STABLE} lcp`]: 1, [`${EGGS_STABLE} inp`]: 1, [`${EGGS_STABLE} cls`]: 1, [`${EGGS_STABLE} ttfb`]: 1 },
    ...{ [`${EGGS_TRIED} lcp`]: 1, [`${EGGS_TRIED} cls`]: 1, [`${EGGS_TRIED} ttfb`]: 1 },
  });
});

test('a token counts once, and only for four hours; a forged one never counts', async () => {
  const token = await aToken();
  const [time, random, mark] = token.split('.');
  const later = (Number.parseInt(time ?? '', 36) + DAY_MS).toString(36);
  for (const forged of [
    `${later}.${random}.${mark}`,
    `${time}.${random?.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}.${mark}`,
    'a'.repeat(60),
  ])
    expect(await send({ token: forged })).toBe(204);
  expect(await lcp()).toBe(0);
  await send({ token });
  await send({ token });
  expect(await lcp()).toBe(1);
  const old = await aToken();
  now += 4 * HOUR_MS;
  await send({ token: old });
  expect(await lcp()).toBe(1);
});

test('a body that is no measurement is rejected', async () => {
  for (const more of [{ lcp: -1 }, { cls: 1_000 }, { device: 'fridge' }, { token: 'short' }])
    expect([more, await send(more as Partial<VitalsReport>)]).toEqual([more, 400]);
});

test('the owner sees thirty days by page and release: a verdict, and the days as a chart', async () => {
  for (const ms of [400, 500, 600, 700]) await send({ lcp: ms });
  now += 2 * DAY_MS;
  await send({ release: EGGS_TRIED, lcp: 5_000 });
  await api.get(VitalsService).flush();
  const visitors = (query = '') => fetch(`${api.url}/owner/visitors${query}`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  const html = await (await visitors()).text();
  expect(html).toContain(`<h2>${PAGE}</h2>`);
  // Three of four were at least as fast as 600 ms; classes are 9 % wide.
  expect(html).toMatch(
    new RegExp(`${EGGS_STABLE}</code></th><td>2026-11-20</td><td>4</td><td class="good">(5[5-9]\\d|6[0-4]\\d)\\sms`),
  );
  expect(html).toMatch(new RegExp(`${EGGS_TRIED}</code></th><td>2026-11-22</td><td>1</td><td class="poor">`));
  expect(html).toContain('aria-label="Largest paint, 75 of 100 visits, 30 days: ');
  expect(html.match(/<circle class="poor"/g)).toHaveLength(1);
  expect((await fetch(`${api.url}/owner/visitors`)).status).toBe(401);
  const devices = await Promise.all(['phone', 'tablet', 'fridge'].map((device) => visitors(`?device=${device}`)));
  expect(devices.map(({ status }) => status)).toEqual([200, 200, 400]);
  expect(await Promise.all(devices.map(async (page) => (await page.text()).includes(`<h2>${PAGE}</h2>`)))).toEqual([
    true,
    false,
    false,
  ]);
});

test('a canary that is slower than the stable release is withdrawn, and the reason names both figures', async () => {
  const { since } = (await api.get(LiveTrials).all())[0]!;
  const of = (release: string, trial: number, ms: number, views: number) => {
    const valueClass = SCALES.lcp.classes.of(ms);
    return {
      hour: HOUR_MS * Math.floor(now / HOUR_MS),
      app: 'eggs',
      release,
      trial,
      path: PAGE,
      device: 'phone',
      vital: 'lcp',
      valueClass,
      views,
    };
  };
  const stable = [600, 800, 1_000, 1_300].map((ms) => of(EGGS_STABLE, 0, ms, 100));
  const store = (rows: Parameters<VitalsRepository['add']>[0]) =>
    api.get(JudgedCounts).store(() => api.get(VitalsRepository).add(rows));
  const withdrawn = () => api.log.filter(({ event }) => event === 'canary-withdrawn').length;
  await store([...stable, ...[600, 800, 1_000, 1_300].map((ms) => of(EGGS_TRIED, since, ms, 30))]);
  expect(withdrawn()).toBe(0);
  await store([1_500, 1_900, 2_400].map((ms) => of(EGGS_TRIED, since, ms, 60)));
  expect(withdrawn()).toBe(1);
  const [one] = await api.get(WithdrawalRepository).all();
  expect(one?.reason).toMatch(
    /^Largest paint \(LCP\) of 300 visits is \d{4}\sms at the 75th percentile; that of the stable release is \d{3,4}\sms$/,
  );
});
