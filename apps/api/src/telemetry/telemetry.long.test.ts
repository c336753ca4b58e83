import { join } from 'node:path';
import type { PageReport } from '@site/contracts';
import { LiveTrials } from '../site/live-trials.ts';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { aTrial, EGGS_STABLE, EGGS_TRIED } from '../test-support/a-trial.ts';
import { TelemetryRepository } from './telemetry.repository.ts';
import { TelemetryService } from './telemetry.service.ts';

const TOKEN = 'the-owner-has-a-token-of-32-characters';
const PAGE = '/projects/eggs';

let api: TestApi;
beforeEach(async () => {
  api = await anApi({ OWNER_TOKEN: TOKEN });
  await aTrial(join(api.folder, 'releases'), TEST_SIGNING_KEY);
});
afterEach(() => api.close());

const report = (more: Partial<PageReport> = {}): PageReport => ({
  app: 'eggs',
  release: EGGS_TRIED,
  path: PAGE,
  outcome: 'shown',
  phase: 'ready',
  ms: 400,
  message: null,
  ...more,
});
const failed = report({ outcome: 'replaced', phase: 'fetch', message: 'no response in time' });

const send = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${api.url}/api/telemetry`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const flush = (): Promise<void> => api.get(TelemetryService).flush();
const owner = { Authorization: `Bearer ${TOKEN}` };
const health = async () =>
  (await (await fetch(`${api.url}/api/releases`, { headers: owner })).json()) as Record<string, unknown>[];

test('stored counts are not reported as lost if only the judging failed', async () => {
  api.get(TelemetryRepository).totals = () => Promise.reject(new Error('the database is down'));
  await send({ reports: [failed] });
  await flush();
  expect((await health())[2]).toMatchObject({ health: { views: 1 } });
  const events = api.log.map(({ event }) => event);
  expect(events).toContain('job-failed');
  expect(events).not.toContain('telemetry-lost');
});

test('property names of every object are not apps', async () => {
  const site = api.get(LiveTrials);
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    expect([name, await site.trialOf(name, EGGS_TRIED), await site.hasPage(name, PAGE)]).toEqual([name, undefined, false]);
  }
});

describe('fake reports from one network', () => {
  let behindProxy: TestApi;
  beforeEach(async () => {
    behindProxy = await anApi({ TRUST_PROXY: '127.0.0.1' });
    await aTrial(join(behindProxy.folder, 'releases'), TEST_SIGNING_KEY);
  });
  afterEach(() => behindProxy.close());

  /** This many equal reports, in as few requests as possible. */
  async function sendFrom(address: string, one: PageReport, count: number): Promise<void> {
    for (let left = count; left > 0; left -= 20) {
      const answer = await fetch(`${behindProxy.url}/api/telemetry`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
        body: JSON.stringify({ reports: Array.from({ length: Math.min(left, 20) }, () => one) }),
      });
      expect(answer.status).toBe(204);
    }
  }
  const withdrawals = async (): Promise<number> => {
    await behindProxy.get(TelemetryService).flush();
    return behindProxy.log.filter(({ event }) => event === 'canary-withdrawn').length;
  };

  test('do not dilute the failures of a canary', async () => {
    await sendFrom('203.0.113.1', report(), 120);
    for (let visitor = 0; visitor < 6; visitor += 1) await sendFrom(`198.51.${visitor}.1`, failed, 1);
    expect(await withdrawals()).toBe(1);
  });

  test('do not excuse a canary by failures of the stable release', async () => {
    await sendFrom('203.0.113.1', { ...failed, release: EGGS_STABLE }, 120);
    for (let visitor = 0; visitor < 20; visitor += 1) await sendFrom(`198.51.${visitor}.1`, report({ release: EGGS_STABLE }), 1);
    for (let visitor = 0; visitor < 5; visitor += 1) await sendFrom(`198.51.${visitor}.1`, failed, 1);
    expect(await withdrawals()).toBe(1);
  });
});
