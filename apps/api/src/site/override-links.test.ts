import { rollback } from '@site/releases';
import type { Request } from 'express';
import { AuthGateController } from '../auth-gate/auth-gate.controller.ts';
import { Config } from '../config/config.ts';
import { TEST_KEYS } from '../test-support/a-config.ts';
import { anOverrideSite, eggsIn, type OverrideSite } from '../test-support/an-override-site.ts';
import { EGGS_STABLE, EGGS_CANARY } from '../test-support/a-trial.ts';
import { LiveTrials } from './live-trials.ts';
import { OverrideLinks } from './override-links.ts';
import { SiteService } from './site.service.ts';
import { VisitorBuckets } from './visitor-buckets.ts';

let site: OverrideSite;
beforeEach(async () => {
  site = await anOverrideSite();
});
afterEach(() => site.api.close());

test('a link sets a cookie for this site only, until the link expires, and leads to the page', async () => {
  const answer = await site.open(`/projects/eggs?override=${await site.token()}`);
  expect(answer.headers.get('Set-Cookie')).toMatch(
    /^__Host-override=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect(await answer.text()).toContain('<meta http-equiv="refresh" content="0; url=/projects/eggs">');
});

test('with the cookie the release is shown; the document names it, and shared caches must not store it', async () => {
  const page = await site.open('/', `__Host-override=${await site.token()}`);
  expect([page.headers.get('Cache-Control'), page.headers.get('X-Release-Set')]).toEqual([
    'private, no-cache',
    `${site.trial.since}+eggs*`,
  ]);
  const html = await page.text();
  expect(eggsIn(html)).toBe(EGGS_CANARY);
  expect(html).toContain(`"overrides":[{"app":"eggs","release":"${EGGS_CANARY}"}]`);
  expect(eggsIn(await (await site.open('/')).text())).toBe(EGGS_STABLE);
});

test('with the cookie the drafts are those of that release', async () => {
  const gate = { tryPassword: () => Promise.resolve(null), isOpen: () => Promise.resolve(true), close: () => Promise.resolve() };
  const drafts = new AuthGateController(
    gate,
    site.api.get(SiteService),
    site.api.get(OverrideLinks),
    new VisitorBuckets(site.api.get(Config), site.api.get(LiveTrials)),
    site.api.get(Config),
  );
  const titles = async (cookie: string) => (await drafts.drafts({ headers: { cookie } } as Request)).map(({ title }) => title);
  expect(await titles(`__Host-override=${await site.token()}`)).toEqual([EGGS_CANARY]);
  expect(await titles(`__Host-${site.trial.cookie}`)).toEqual([EGGS_CANARY]);
  expect(await titles(`__Host-${site.trial.otherCookie}`)).toEqual([EGGS_STABLE]);
});

test('shared caches must not store a document with an override, even if there is no trial', async () => {
  const link = await site.token();
  await rollback(site.releases, 'eggs', undefined, TEST_KEYS, new Date());
  const page = await site.open('/', `__Host-override=${link}`);
  expect([page.headers.get('Cache-Control'), page.headers.get('Vary')]).toEqual([
    'private, no-cache',
    'Accept-Encoding, User-Agent, DNT, Sec-GPC, Cookie',
  ]);
  expect(eggsIn(await page.text())).toBe(EGGS_CANARY);
  expect((await site.open('/')).headers.get('Cache-Control')).toBe('no-cache');
});

test('an expired or unsigned cookie changes nothing', async () => {
  for (const value of [await site.token(Date.now() - 1), 'eyJhIjoxfQ.AAAA', 'none', '%%'])
    expect(eggsIn(await (await site.open('/', `__Host-override=${value}`)).text())).toBe(EGGS_STABLE);
});

test('a link that the site did not sign is rejected with a message, and sets no cookie', async () => {
  const answer = await site.open('/?override=eyJhIjoxfQ.AAAA');
  expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([400, null]);
  expect(await answer.text()).toContain('This link changes nothing: the link was not signed by the key of this site.');
});

test('a link cannot lead to another site', async () => {
  expect(await (await site.open(`//evil.example/?override=${await site.token()}`)).text()).toContain('url=/evil.example/"');
});

test('"none" ends all overrides', async () => {
  const answer = await site.open('/?override=none', `__Host-override=${await site.token()}`);
  expect(answer.headers.get('Set-Cookie')).toMatch(/^__Host-override=; Path=\/; Expires=Thu, 01 Jan 1970/);
});
