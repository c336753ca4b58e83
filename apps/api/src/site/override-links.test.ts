import { join } from 'node:path';
import { parseSigningKey, parseVerifyingKey, rollback, signOverride } from '@site/releases';
import type { Request } from 'express';
import { AuthGateController } from '../auth-gate/auth-gate.controller.ts';
import { Config } from '../config/config.ts';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { type Trial } from '../test-support/a-release-folder.ts';
import { aTrial, EGGS_STABLE, EGGS_TRIED } from '../test-support/a-trial.ts';
import { LiveTrials } from './live-trials.ts';
import { OverrideLinks } from './override-links.ts';
import { SiteService } from './site.service.ts';
import { VisitorBuckets } from './visitor-buckets.ts';

const SITE = 'https://site.example';
const keys = { signing: parseSigningKey(TEST_SIGNING_KEY), verifying: parseVerifyingKey(TEST_SIGNING_KEY) };

let api: TestApi;
let trial: Trial;
beforeEach(async () => {
  api = await anApi({ PUBLIC_ORIGIN: SITE });
  trial = await aTrial(join(api.folder, 'releases'), TEST_SIGNING_KEY);
});
afterEach(() => api.close());

const token = (expires = Date.now() + 60_000): Promise<string> =>
  signOverride(join(api.folder, 'releases'), { app: 'eggs', release: EGGS_TRIED, expires, site: SITE }, keys);
/** From a visitor outside the trial: one with a random bucket might see it by chance. */
const open = (path: string, cookie = 'none=0'): Promise<Response> =>
  fetch(api.url + path, { headers: { Cookie: `__Host-${trial.otherCookie}; ${cookie}` }, redirect: 'manual' });
const eggsIn = (html: string): string | undefined => /"name":"eggs","release":"([^"]+)"/.exec(html)?.[1];

test('a link sets a cookie for this site only, until the link expires, and leads to the page', async () => {
  const answer = await open(`/projects/eggs?override=${await token()}`);
  expect(answer.headers.get('Set-Cookie')).toMatch(
    /^__Host-override=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect(await answer.text()).toContain('<meta http-equiv="refresh" content="0; url=/projects/eggs">');
});

test('with the cookie the release is shown, and the document names it and must not be cached', async () => {
  const page = await open('/', `__Host-override=${await token()}`);
  expect([page.headers.get('Cache-Control'), page.headers.get('X-Release-Set')]).toEqual([
    'private, no-cache',
    `${trial.since}+eggs*`,
  ]);
  const html = await page.text();
  expect(eggsIn(html)).toBe(EGGS_TRIED);
  expect(html).toContain(`"overrides":[{"app":"eggs","release":"${EGGS_TRIED}"}]`);
  expect(eggsIn(await (await open('/')).text())).toBe(EGGS_STABLE);
});

test('with the cookie the drafts are those of that release', async () => {
  const gate = { tryPassword: () => Promise.resolve(null), isOpen: () => Promise.resolve(true), close: () => Promise.resolve() };
  const drafts = new AuthGateController(
    gate,
    api.get(SiteService),
    api.get(OverrideLinks),
    new VisitorBuckets(api.get(Config), api.get(LiveTrials)),
    api.get(Config),
  );
  const titles = async (cookie: string) => (await drafts.drafts({ headers: { cookie } } as Request)).map(({ title }) => title);
  expect(await titles(`__Host-override=${await token()}`)).toEqual([EGGS_TRIED]);
  expect(await titles(`__Host-${trial.cookie}`)).toEqual([EGGS_TRIED]);
  expect(await titles(`__Host-${trial.otherCookie}`)).toEqual([EGGS_STABLE]);
});

test('a document with an override must not be cached even if there is no trial', async () => {
  const link = await token();
  await rollback(join(api.folder, 'releases'), 'eggs', undefined, keys, new Date());
  const page = await open('/', `__Host-override=${link}`);
  expect([page.headers.get('Cache-Control'), page.headers.get('Vary')]).toEqual([
    'private, no-cache',
    'Accept-Encoding, User-Agent, DNT, Sec-GPC, Cookie',
  ]);
  expect(eggsIn(await page.text())).toBe(EGGS_TRIED);
  expect((await open('/')).headers.get('Cache-Control')).toBe('no-cache');
});

test('an expired or unsigned cookie changes nothing', async () => {
  for (const value of [await token(Date.now() - 1), 'eyJhIjoxfQ.AAAA', 'none', '%%'])
    expect(eggsIn(await (await open('/', `__Host-override=${value}`)).text())).toBe(EGGS_STABLE);
});

test('a foreign link is rejected with a message, and sets no cookie', async () => {
  const answer = await open('/?override=eyJhIjoxfQ.AAAA');
  expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([400, null]);
  expect(await answer.text()).toContain('This link changes nothing: the link was not signed by the key of this site.');
});

test('a link cannot lead to another site', async () => {
  expect(await (await open(`//evil.example/?override=${await token()}`)).text()).toContain('url=/evil.example/"');
});

test('"none" ends all overrides', async () => {
  const answer = await open('/?override=none', `__Host-override=${await token()}`);
  expect(answer.headers.get('Set-Cookie')).toMatch(/^__Host-override=; Path=\/; Expires=Thu, 01 Jan 1970/);
});
