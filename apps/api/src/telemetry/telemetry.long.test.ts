import { LiveTrials } from '../site/live-trials.ts';
import { EGGS_STABLE, EGGS_CANARY } from '../test-support/a-trial.ts';
import {
  aProxiedTelemetrySite,
  aTelemetrySite,
  FAILED,
  PAGE,
  report,
  type ProxiedTelemetrySite,
  type TelemetrySite,
} from '../test-support/telemetry/a-telemetry-site.ts';
import { TelemetryRepository } from './telemetry.repository.ts';

let site: TelemetrySite;
beforeEach(async () => {
  site = await aTelemetrySite();
});
afterEach(() => site.api.close());

test('stored counts are not reported as lost if only the judging failed', async () => {
  site.api.get(TelemetryRepository).totals = () => Promise.reject(new Error('the database is down'));
  await site.send({ reports: [FAILED] });
  await site.flush();
  expect((await site.health())[2]).toMatchObject({ health: { views: 1 } });
  const events = site.api.log.map(({ event }) => event);
  expect(events).toContain('job-failed');
  expect(events).not.toContain('telemetry-lost');
});

test('names of properties that every object has are not apps', async () => {
  const trials = site.api.get(LiveTrials);
  for (const name of Object.getOwnPropertyNames(Object.prototype)) {
    expect([name, await trials.trialOf(name, EGGS_CANARY), await trials.hasPage(name, PAGE)]).toEqual([name, undefined, false]);
  }
});

describe('fake reports from one network', () => {
  let behindProxy: ProxiedTelemetrySite;
  beforeEach(async () => {
    behindProxy = await aProxiedTelemetrySite();
  });
  afterEach(() => behindProxy.close());

  test('do not dilute the failures of a canary', async () => {
    await behindProxy.sendFrom('203.0.113.1', report(), 120);
    for (let visitor = 0; visitor < 6; visitor += 1) await behindProxy.sendFrom(`198.51.${visitor}.1`, FAILED, 1);
    expect(await behindProxy.withdrawals()).toBe(1);
  });

  test('do not excuse a canary by adding failures to the stable release', async () => {
    await behindProxy.sendFrom('203.0.113.1', { ...FAILED, release: EGGS_STABLE }, 120);
    for (let visitor = 0; visitor < 20; visitor += 1)
      await behindProxy.sendFrom(`198.51.${visitor}.1`, report({ release: EGGS_STABLE }), 1);
    for (let visitor = 0; visitor < 5; visitor += 1) await behindProxy.sendFrom(`198.51.${visitor}.1`, FAILED, 1);
    expect(await behindProxy.withdrawals()).toBe(1);
  });
});
