import { SHELL_STABLE } from '../../test-support/a-release-folder.ts';
import { aShellTrial, BROKEN, SHELL_CANARY, type ShellTrial } from '../../test-support/telemetry/a-shell-trial.ts';

const MINUTE_MS = 60_000;

let site: ShellTrial;
beforeEach(async () => {
  site = await aShellTrial();
});
afterEach(() => site.close());

test('a shell that does not start is withdrawn once its documents have had time to report, and its visitors get the stable one', async () => {
  expect(await site.open(250, site.canaryCookie)).toContain(SHELL_CANARY);
  await site.visits(20, false);
  expect(site.withdrawals()).toEqual([]);
  site.advance(2 * MINUTE_MS);
  await site.flush();
  expect(site.withdrawals()).toMatchObject([
    {
      app: 'shell',
      release: SHELL_CANARY,
      reason: '0 of 21 documents reported that they started; with the stable release, 20 of 20 did',
    },
  ]);
  const after = await site.open(250, site.canaryCookie);
  expect([after.includes(SHELL_STABLE), after.includes(SHELL_CANARY)]).toEqual([true, false]);
});

test('a shell that starts is not withdrawn', async () => {
  await site.visits(20, true);
  site.advance(2 * MINUTE_MS);
  await site.flush();
  expect(site.withdrawals()).toEqual([]);
});

test('a shell that breaks the pages of a remote is withdrawn, and the remote is not blamed', async () => {
  for (let visitor = 0; visitor < 12; visitor += 1) {
    await site.report(visitor, site.canaryCookie);
    await site.report(visitor, site.canaryCookie, BROKEN);
    await site.report(100 + visitor, site.stableCookie);
  }
  await site.flush();
  expect(site.withdrawals()).toMatchObject([{ app: 'shell', release: SHELL_CANARY }]);
  expect(site.withdrawals()[0]?.['reason']).toMatch(/^\d+ of \d+ page views failed .* the stable release is at 0\.0%$/);
});
