import { join } from 'node:path';
import type { VitalsReport } from '@site/contracts';
import { Clock } from '../../clock.ts';
import { TEST_SIGNING_KEY } from '../../test-support/a-config.ts';
import { anApi, type TestApi } from '../../test-support/an-api.ts';
import { aTrial, EGGS_STABLE } from '../../test-support/a-trial.ts';
import { VitalsRepository } from './vitals.repository.ts';
import { TelemetryRetention } from '../telemetry-retention.ts';
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

test('one network counts for at most five visits of a release a day, however many tokens it has', async () => {
  for (let visit = 0; visit < 8; visit += 1) await send({}, `192.0.2.${visit + 1}`);
  expect(await lcp()).toBe(5);
  await send({}, '198.51.100.1');
  expect(await lcp()).toBe(6);
});

test('releases that are not live, and pages that they do not have, are not counted', async () => {
  await send({ release: '9.9.9-0123456789ab' });
  await send({ path: '/projects/nothing' });
  expect(await counted()).toEqual({});
});

test('measurements are forgotten after thirty days', async () => {
  await send();
  now += 31 * DAY_MS;
  await send();
  await api.get(VitalsService).flush();
  await api.get(TelemetryRetention).forgetOld();
  expect(await lcp()).toBe(1);
});
