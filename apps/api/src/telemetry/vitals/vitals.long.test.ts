import { aVitalsSite, DAY_MS, type VitalsSite } from '../../test-support/telemetry/a-vitals-site.ts';
import { TelemetryRetention } from '../telemetry-retention.ts';
import { VitalsService } from './vitals.service.ts';

let site: VitalsSite;
beforeEach(async () => {
  site = await aVitalsSite();
});
afterEach(() => site.api.close());

test('one network counts for at most five visits to a release a day, however many tokens it has', async () => {
  for (let visit = 0; visit < 8; visit += 1) await site.send({}, `192.0.2.${visit + 1}`);
  expect(await site.lcp()).toBe(5);
  await site.send({}, '198.51.100.1');
  expect(await site.lcp()).toBe(6);
});

test('releases that are not live, and pages that they do not have, are not counted', async () => {
  await site.send({ release: '9.9.9-0123456789ab' });
  await site.send({ path: '/projects/nothing' });
  expect(await site.counted()).toEqual({});
});

test('measurements are forgotten after thirty days', async () => {
  await site.send();
  site.advance(31 * DAY_MS);
  await site.send();
  await site.api.get(VitalsService).flush();
  await site.api.get(TelemetryRetention).forgetOld();
  expect(await site.lcp()).toBe(1);
});
