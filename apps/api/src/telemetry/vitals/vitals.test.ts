import type { VitalsReport } from '@site/contracts';
import { EGGS_STABLE, EGGS_CANARY } from '../../test-support/a-trial.ts';
import { documentToken } from '../../test-support/document-token.ts';
import { aVitalsSite, DAY_MS, HOUR_MS, OWNER, PAGE, type VitalsSite } from '../../test-support/telemetry/a-vitals-site.ts';
import { LiveTrials } from '../../site/live-trials.ts';
import { WithdrawalRepository } from '../../trials/withdrawal.repository.ts';
import { JudgedCounts } from '../judged-counts.ts';
import { SCALES } from './vital.ts';
import { VitalsRepository } from './vitals.repository.ts';
import { VitalsService } from './vitals.service.ts';

let site: VitalsSite;
beforeEach(async () => {
  site = await aVitalsSite();
});
afterEach(() => site.api.close());

test('each document has its own token, even if the response is a 304', async () => {
  // The same bucket, so that both documents have the same releases.
  const Cookie = 'set=42';
  const first = await fetch(`${site.api.url}/`, { headers: { Cookie } });
  const again = await fetch(`${site.api.url}/`, {
    headers: { Cookie, 'If-None-Match': first.headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' },
  });
  expect(again.status).toBe(304);
  expect(again.headers.get('server-timing')).not.toBe(first.headers.get('server-timing'));
});

test('measurements are counted by release; what a browser does not measure is left out', async () => {
  expect(await site.send()).toBe(204);
  expect(await site.send({ inp: null, release: EGGS_CANARY })).toBe(204);
  expect(await site.counted()).toEqual({
    ...{ [`${EGGS_STABLE} lcp`]: 1, [`${EGGS_STABLE} inp`]: 1, [`${EGGS_STABLE} cls`]: 1, [`${EGGS_STABLE} ttfb`]: 1 },
    ...{ [`${EGGS_CANARY} lcp`]: 1, [`${EGGS_CANARY} cls`]: 1, [`${EGGS_CANARY} ttfb`]: 1 },
  });
});

test('a token counts once, and only for four hours; a forged one never counts', async () => {
  const token = await documentToken(site.api.url);
  const [time, random, mark] = token.split('.');
  const later = (Number.parseInt(time ?? '', 36) + DAY_MS).toString(36);
  for (const forged of [
    `${later}.${random}.${mark}`,
    `${time}.${random?.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}.${mark}`,
    'a'.repeat(60),
  ])
    expect(await site.send({ token: forged })).toBe(204);
  expect(await site.lcp()).toBe(0);
  await site.send({ token });
  await site.send({ token });
  expect(await site.lcp()).toBe(1);
  const old = await documentToken(site.api.url);
  site.advance(4 * HOUR_MS);
  await site.send({ token: old });
  expect(await site.lcp()).toBe(1);
});

test('a body that is not a measurement is rejected', async () => {
  for (const more of [{ lcp: -1 }, { cls: 1_000 }, { device: 'fridge' }, { token: 'short' }])
    expect([more, await site.send(more as Partial<VitalsReport>)]).toEqual([more, 400]);
});

test('the owner sees thirty days by page and release: a verdict, and the days as a chart', async () => {
  for (const ms of [400, 500, 600, 700]) await site.send({ lcp: ms });
  site.advance(2 * DAY_MS);
  await site.send({ release: EGGS_CANARY, lcp: 5_000 });
  await site.api.get(VitalsService).flush();
  const visitors = (query = '') => fetch(`${site.api.url}/owner/visitors${query}`, { headers: OWNER });
  const html = await (await visitors()).text();
  expect(html).toContain(`<h2>${PAGE}</h2>`);
  // Three out of four were at least as fast as 600 ms; classes are 9% wide.
  expect(html).toMatch(
    new RegExp(`${EGGS_STABLE}</code></th><td>2026-11-20</td><td>4</td><td class="good">(5[5-9]\\d|6[0-4]\\d)\\sms`),
  );
  expect(html).toMatch(new RegExp(`${EGGS_CANARY}</code></th><td>2026-11-22</td><td>1</td><td class="poor">`));
  expect(html).toContain('aria-label="Largest contentful paint, 75th percentile, 30 days: ');
  expect(html.match(/<circle class="poor"/g)).toHaveLength(1);
  expect((await fetch(`${site.api.url}/owner/visitors`)).status).toBe(401);
  const devices = await Promise.all(['phone', 'tablet', 'fridge'].map((device) => visitors(`?device=${device}`)));
  expect(devices.map(({ status }) => status)).toEqual([200, 200, 400]);
  expect(await Promise.all(devices.map(async (page) => (await page.text()).includes(`<h2>${PAGE}</h2>`)))).toEqual([
    true,
    false,
    false,
  ]);
});

test('a canary that is slower than the stable release is withdrawn, and the reason names both figures', async () => {
  const { since } = (await site.api.get(LiveTrials).all())[0]!;
  const of = (release: string, trial: number, ms: number, views: number) => {
    const valueClass = SCALES.lcp.classes.of(ms);
    return {
      hour: HOUR_MS * Math.floor(site.now() / HOUR_MS),
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
    site.api.get(JudgedCounts).store(() => site.api.get(VitalsRepository).add(rows));
  const withdrawn = () => site.api.log.filter(({ event }) => event === 'canary-withdrawn').length;
  await store([...stable, ...[600, 800, 1_000, 1_300].map((ms) => of(EGGS_CANARY, since, ms, 30))]);
  expect(withdrawn()).toBe(0);
  await store([1_500, 1_900, 2_400].map((ms) => of(EGGS_CANARY, since, ms, 60)));
  expect(withdrawn()).toBe(1);
  const [one] = await site.api.get(WithdrawalRepository).all();
  expect(one?.reason).toMatch(
    /^Largest contentful paint \(LCP\) of 300 visits is \d{4}\sms at the 75th percentile; that of the stable release is \d{3,4}\sms$/,
  );
});
