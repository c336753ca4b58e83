import { join } from 'node:path';
import type { PageReport } from '@site/contracts';
import { Clock } from '../../clock.ts';
import { TEST_SIGNING_KEY } from '../../test-support/a-config.ts';
import { anApi, type TestApi } from '../../test-support/an-api.ts';
import { aTriedShell, type Trial } from '../../test-support/a-release-folder.ts';
import { EGGS_STABLE, publishEggs } from '../../test-support/a-trial.ts';
import { TelemetryService } from '../telemetry.service.ts';
import { ShellStarts } from './shell-starts.ts';

const SHELL_TRIED = '1.1.0-cccccccccccc';
const MINUTE_MS = 60_000;

let api: TestApi;
let trial: Trial;
let ahead: number;
beforeEach(async () => {
  ahead = 0;
  const clock: Clock = { now: () => new Date(Date.now() + ahead) };
  api = await anApi({ TRUST_PROXY: '127.0.0.1' }, [{ provide: Clock, value: clock }]);
  const root = join(api.folder, 'releases');
  await publishEggs(root, TEST_SIGNING_KEY, EGGS_STABLE);
  trial = await aTriedShell(root, TEST_SIGNING_KEY, SHELL_TRIED, {}, 0.2);
});
afterEach(() => api.close());

const NAVIGATION = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'none' };
/** An address in a network of its own. */
const addressOf = (visitor: number): string => `198.51.${visitor}.1`;

/** Returns the visitor's document, which names the shell whose scripts it loads. */
async function open(visitor: number, cookie: string, headers: Record<string, string> = {}): Promise<string> {
  const sent = { ...NAVIGATION, Cookie: cookie, 'X-Forwarded-For': addressOf(visitor), ...headers };
  return (await fetch(`${api.url}/`, { headers: sent })).text();
}

async function report(visitor: number, cookie: string, more: Partial<PageReport> = {}): Promise<void> {
  const shown = { app: 'eggs', release: EGGS_STABLE, path: '/projects/eggs', outcome: 'shown', phase: 'ready', ms: 400 };
  const answer = await fetch(`${api.url}/api/telemetry`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie, 'X-Forwarded-For': addressOf(visitor) },
    body: JSON.stringify({ reports: [{ ...shown, message: null, ...more }] }),
  });
  expect(answer.status).toBe(204);
}
const broken = { outcome: 'error', message: 'host is not a function' } as const;

async function flush(): Promise<void> {
  await api.get(TelemetryService).flush();
  await api.get(ShellStarts).flush();
}
const withdrawals = () => api.log.filter(({ event }) => event === 'canary-withdrawn');

/** This many visitors with each shell. Those with the stable one report; the others report only if `doesStart`. */
async function visits(count: number, doesStart: boolean, headers: Record<string, string> = {}): Promise<void> {
  for (let visitor = 0; visitor < count; visitor += 1) {
    await open(visitor, trial.cookie, headers);
    if (doesStart) await report(visitor, trial.cookie);
    await open(100 + visitor, trial.otherCookie);
    await report(100 + visitor, trial.otherCookie);
  }
  await flush();
}

test.each([
  ['visitors who object to being counted', { 'Sec-GPC': '1' }],
  ['visitors who object with the older header', { DNT: '1' }],
  ['programs', { 'Sec-Fetch-Dest': 'empty' }],
  ['prefetched pages', { 'Sec-Purpose': 'prefetch' }],
  ['one network that requests many documents', { 'X-Forwarded-For': '203.0.113.7' }],
])('%s do not make a shell look broken', async (_name, headers) => {
  await visits(20, false, headers);
  ahead = 2 * MINUTE_MS;
  await flush();
  expect(withdrawals()).toEqual([]);
});

test('a remote that breaks with either shell does not end the trial of one', async () => {
  for (let visitor = 0; visitor < 20; visitor += 1) {
    for (const [who, cookie] of [
      [visitor, trial.cookie],
      [100 + visitor, trial.otherCookie],
    ] as const) {
      await report(who, cookie);
      await report(who, cookie, broken);
    }
  }
  await flush();
  expect(withdrawals()).toEqual([]);
});
