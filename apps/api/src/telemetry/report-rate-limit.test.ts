import { ReportRateLimit } from './report-rate-limit.ts';

test('a client that has sent too many reports may send again a minute later, even if the clock is set back in the meantime', () => {
  let now = Date.parse('2026-09-15T12:00:00Z');
  const limit = new ReportRateLimit({ telemetryReportsPerMinute: 2 }, { now: () => new Date(now) });
  const send = () => limit.require({ ip: '192.0.2.1' }, 1);
  send();
  send();
  expect(send).toThrow('page reports');
  now += 60_000;
  send();
  send();
  expect(send).toThrow('page reports');
  now -= 30 * 86_400_000;
  expect(send).not.toThrow();
});
