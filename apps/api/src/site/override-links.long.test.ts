import { rename, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { releasePaths, signLocalOverride, type LocalOverride } from '@site/releases';
import { TEST_KEYS, TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { anApi } from '../test-support/an-api.ts';
import { anOverrideSite, eggsIn, SITE, type OverrideSite } from '../test-support/an-override-site.ts';
import { aReleaseFolder } from '../test-support/a-release-folder.ts';
import { aForgery } from '../test-support/a-token-reader.ts';
import { aTrial, EGGS_STABLE, EGGS_CANARY } from '../test-support/a-trial.ts';
import { OverrideLinks } from './override-links.ts';
import { SiteService } from './site.service.ts';

let site: OverrideSite;
beforeEach(async () => {
  site = await anOverrideSite();
});
afterEach(() => site.api.close());

test('a link that expires soon does not end others: the cookie lasts as long as the last of them', async () => {
  const [inAnHour, inADay] = [Date.now() + 3_600_000, Date.now() + 86_400_000];
  const ended = await site.token(Date.now() - 1);
  const answer = await site.open(
    `/?override=${await site.token(inAnHour)}`,
    `__Host-override=${ended}%20${await site.token(inADay)}`,
  );
  const [cookie = ''] = answer.headers.getSetCookie();
  expect(Math.abs(Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '') - inADay)).toBeLessThan(1_001);
  expect(cookie).not.toContain(ended);
});

test('only the first five tokens of a cookie are read', async () => {
  const valid = await site.token();
  const forged = Array.from({ length: 175 }, (_, index) => `${'A'.repeat(4)}${index}.${'A'.repeat(86)}`);
  const seen = async (...tokens: readonly string[]) =>
    eggsIn(await (await site.open('/', `__Host-override=${tokens.join('%20')}`)).text());
  expect(await seen(...forged.slice(0, 4), valid, ...forged.slice(4, 120))).toBe(EGGS_CANARY);
  expect(await seen(...forged.slice(0, 5), valid)).toBe(EGGS_STABLE);
});

test('forged tokens from all /64s of a /56 use the budget of that /56, and no other', async () => {
  const behindProxy = await anApi({ PUBLIC_ORIGIN: SITE, TRUST_PROXY: '127.0.0.1' });
  const links = behindProxy.get(OverrideLinks);
  const read = (ip: string, ...tokens: readonly string[]): number =>
    links.read({ ip, headers: { cookie: `__Host-override=${tokens.join('%20')}` } }).length;
  const known = signLocalOverride(
    { app: 'eggs', origin: 'http://localhost:1', expires: Date.now() + 60_000, site: SITE },
    TEST_KEYS.signing,
  );
  for (let subnet = 0; subnet < 256; subnet += 1) {
    read(`2001:db8:1:${(0xa00 + subnet).toString(16)}::1`, aForgery(subnet));
  }
  expect([read('2001:db8:1:aff::2', known), read('2001:db8:1:b00::1', known)]).toEqual([0, 1]);
  await behindProxy.close();
});

test('a token longer than any link’s is not read, and does not affect the others', async () => {
  const cookie = `__Host-override=${'A'.repeat(2_000)}.${'A'.repeat(86)}%20${await site.token()}`;
  expect(eggsIn(await (await site.open('/', cookie)).text())).toBe(EGGS_CANARY);
});

test('a remote on its developer’s machine needs a shell that was released with its development build', async () => {
  const local = signLocalOverride(
    { app: 'eggs', origin: 'http://localhost:5173', expires: Date.now() + 60_000, site: SITE },
    TEST_KEYS.signing,
  );
  const answer = await site.open(`/projects/eggs?override=${local}`);
  expect(await answer.text()).toContain('You now see eggs from http://localhost:5173.');
  // This shell has none: the developer sees the stable releases.
  const page = await site.open('/', `__Host-override=${local}`);
  expect(page.headers.get('Content-Security-Policy')).not.toContain('localhost:5173');
  expect(eggsIn(await page.text())).toBe(EGGS_STABLE);
});

describe('with a shell that has a development build', () => {
  const local = (port: number): LocalOverride => ({
    app: 'eggs',
    origin: `http://localhost:${port}`,
    expires: Date.now() + 60_000,
  });
  beforeEach(async () => {
    await aReleaseFolder(site.releases, TEST_SIGNING_KEY, { development: true });
    await aTrial(site.releases, TEST_SIGNING_KEY);
  });

  test('a remote on its developer’s machine is shown even if its release is damaged', async () => {
    await rm(releasePaths.manifest(site.releases, 'eggs', EGGS_STABLE));
    const page = await site.open('/', `__Host-override=${signLocalOverride({ ...local(5173), site: SITE }, TEST_KEYS.signing)}`);
    expect(page.headers.get('Content-Security-Policy')).toContain('localhost:5173');
    expect(eggsIn(await page.text())).toBe('localhost:5173');
  });

  test('beyond twenty sets, the least recently used one is evicted', async () => {
    const pageFrom = (port: number) => site.api.get(SiteService).page('/', null, [local(port)]);
    const [first, second] = [await pageFrom(5_000), await pageFrom(5_001)];
    for (let port = 5_002; port < 5_020; port += 1) await pageFrom(port);
    expect(await pageFrom(5_000)).toBe(first);
    await pageFrom(5_020);
    expect(await pageFrom(5_000)).toBe(first);
    expect(await pageFrom(5_001)).not.toBe(second);
  });
});

test('a release whose files come back is shown again, without a new registry', async () => {
  const link = `__Host-override=${await site.token()}`;
  const manifest = releasePaths.manifest(site.releases, 'eggs', EGGS_CANARY);
  await rename(manifest, `${manifest}.away`);
  expect(eggsIn(await (await site.open('/', link)).text())).toBe(EGGS_STABLE);
  await rename(`${manifest}.away`, manifest);
  let seen: string | undefined;
  for (; seen !== EGGS_CANARY; await delay(250)) seen = eggsIn(await (await site.open('/', link)).text());
});
