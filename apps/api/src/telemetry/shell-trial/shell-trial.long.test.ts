import { aShellTrial, BROKEN, type ShellTrial } from '../../test-support/telemetry/a-shell-trial.ts';

const MINUTE_MS = 60_000;

let site: ShellTrial;
beforeEach(async () => {
  site = await aShellTrial();
});
afterEach(() => site.close());

test.each([
  ['visitors who object to being counted', { 'Sec-GPC': '1' }],
  ['visitors who object with the older header', { DNT: '1' }],
  ['bots', { 'Sec-Fetch-Dest': 'empty' }],
  ['prefetched pages', { 'Sec-Purpose': 'prefetch' }],
  ['one network that requests many documents', { 'X-Forwarded-For': '203.0.113.7' }],
])('%s do not make a shell look broken', async (_name, headers) => {
  await site.visits(20, false, headers);
  site.advance(2 * MINUTE_MS);
  await site.flush();
  expect(site.withdrawals()).toEqual([]);
});

test('a remote that breaks with either shell does not end the trial of the shell', async () => {
  for (let visitor = 0; visitor < 20; visitor += 1) {
    for (const [who, cookie] of [
      [visitor, site.canaryCookie],
      [100 + visitor, site.stableCookie],
    ] as const) {
      await site.report(who, cookie);
      await site.report(who, cookie, BROKEN);
    }
  }
  await site.flush();
  expect(site.withdrawals()).toEqual([]);
});
