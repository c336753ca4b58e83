import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseVerifyingKey, readRegistry, releasePaths } from '@site/releases';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { TEST_PASSWORD, TEST_PASSWORD_HASH } from '../test-support/a-password.ts';
import { releaseIn } from '../test-support/a-team.ts';
import { aSite, withEggs } from '../test-support/a-team-site.ts';
import { aTrial, EGGS_STABLE, EGGS_TRIED } from '../test-support/a-trial.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { WithdrawnTrials } from '../trials/withdrawn-trials.ts';

const TOKEN = 'o'.repeat(32);
const SETTINGS = { OWNER_PASSWORD_HASH: TEST_PASSWORD_HASH, OWNER_TOKEN: TOKEN };

let api: TestApi;
let session: Record<string, string>;
afterEach(() => api.close());

const call = (path: string, init: RequestInit = {}) => fetch(api.url + path, { redirect: 'manual', headers: session, ...init });
const page = async (path = '/owner'): Promise<string> => (await call(path)).text();
const registry = () => readRegistry(join(api.folder, 'releases'), parseVerifyingKey(TEST_SIGNING_KEY));

async function logIn(): Promise<void> {
  const response = await call('/owner/login', { method: 'POST', body: new URLSearchParams({ password: TEST_PASSWORD }) });
  session = {
    Cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
}

/** A site with eggs, which has a canary. */
async function start(): Promise<void> {
  session = {};
  api = await anApi(SETTINGS);
  await aTrial(join(api.folder, 'releases'), TEST_SIGNING_KEY);
  await logIn();
}

const decide = (fields: Record<string, string>, headers = session) =>
  call('/owner', { method: 'POST', headers, body: new URLSearchParams({ password: TEST_PASSWORD, ...fields }) });
/** What the page's forms send while the canary is on trial. */
const TRIAL = { app: 'eggs', stable: EGGS_STABLE, canary: EGGS_TRIED };

test('a switch that the gate refuses is explained, and the owner’s words are kept', async () => {
  await start();
  await rm(join(releasePaths.release(join(api.folder, 'releases'), 'eggs', EGGS_TRIED), 'remoteEntry.js'));
  const refused = await decide({ ...TRIAL, promote: EGGS_TRIED, message: 'a "good" one' });
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toMatch(
    /role="alert"><h2>Nothing was changed<\/h2><p class="bad">eggs 1\.0\.0-b{12} is damaged \(remoteEntry\.js\)/,
  );
  expect(html).toContain('value="a &quot;good&quot; one"');
  expect((await registry()).serial).toBe(3);
});

test('a canary that the site has withdrawn cannot be promoted, only ended', async () => {
  await start();
  const { since = 0 } = (await registry()).apps['eggs']?.canary ?? {};
  const withdrawal = { app: 'eggs', release: EGGS_TRIED, trial: since, at: new Date().toISOString(), reason: 'it failed' };
  await api.get(WithdrawnTrials).add(withdrawal);
  const html = await page();
  expect([html.includes('name="promote"'), html.includes('name="withdraw"')]).toEqual([false, true]);
  const refused = await decide({ ...TRIAL, promote: EGGS_TRIED });
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('was withdrawn by the site')]);
  expect((await decide({ ...TRIAL, withdraw: EGGS_TRIED })).status).toBe(303);
});

test('twenty switches in a minute are enough', async () => {
  await start();
  const fields = { ...TRIAL, rollback: '1.0.0-cccccccccccc' };
  for (let turn = 0; turn < 20; turn += 1) expect((await decide(fields)).status).toBe(422);
  const response = await decide(fields);
  expect([response.status, Number(response.headers.get('Retry-After')) > 0]).toEqual([429, true]);
});

test('a server with a key of its own switches once the owner has said that it may, between releases that teams have signed', async () => {
  session = {};
  api = await aSite(SETTINGS);
  await logIn();
  const { eggs, to } = await withEggs(api);
  const one = releaseIn((await eggs.site('release', ...(await eggs.build('eggs')), ...to))[1]);
  const two = releaseIn((await eggs.site('release', ...(await eggs.build('eggs', { text: 'two' })), ...to))[1]);
  expect(await page()).toContain(`name="rollback" value="${one}"`);
  const switched = await decide({ app: 'eggs', stable: two, canary: '', rollback: one, message: 'two was wrong' });
  expect(switched.status).toBe(303);
  expect((await eggs.site('log', 'eggs', ...to))[1]).toMatch(
    new RegExp(`${two} -> ${one} .*by owner \\(session\\) \\(\\w{12}\\): two was wrong`),
  );

  await eggs.site('retire', 'eggs', ...to);
  expect(await page()).toContain(`aria-label="Bring back release: eggs ${one}"`);
  const back = await decide({ app: 'eggs', stable: '', canary: '', rollback: one, message: '' });
  expect([back.status, (await eggs.site('status', ...to))[1]]).toEqual([303, expect.stringContaining(`eggs  ${one}  1 page`)]);
});
