import { join } from 'node:path';
import { parseSigningKey, parseVerifyingKey, signOverride } from '@site/releases';
import { Config } from '../config/config.ts';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { aReleaseFolder, aCanaryShell } from '../test-support/a-release-folder.ts';

const NAMES = ['logo.png', 'my logo.png', 'café 2026.png', '100%.png', 'a+b&c#d.png', 'пример/ロゴ.svg'];

let api: TestApi;
beforeAll(async () => {
  api = await anApi();
  const pictures = Object.fromEntries(NAMES.map((name) => [`images/${name}`, `the picture ${name}`]));
  pictures['resume.pdf'] = '%PDF';
  await aReleaseFolder(join(api.folder, 'releases'), TEST_SIGNING_KEY, { pictures });
});
afterAll(() => api.close());

test.each(NAMES)('the owner’s picture %s is served at the address that a browser makes from its name', async (name) => {
  const address = `/images/${name.split('/').map(encodeURIComponent).join('/')}`;
  const answer = await fetch(api.url + address, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([302, 'no-cache']);
  expect(answer.headers.get('Location')).toMatch(/^\/r\/shell\/[^/]+\/images\/[\w%./-]+$/);
  const picture = await fetch(api.url + address);
  expect([picture.status, await picture.text()]).toEqual([200, `the picture ${name}`]);
});

test('the printed résumé has a permanent address', async () => {
  const answer = await fetch(`${api.url}/resume.pdf`);
  expect([answer.status, answer.headers.get('Content-Type'), await answer.text()]).toEqual([200, 'application/pdf', '%PDF']);
});

test('a name with needlessly encoded characters works too', async () => {
  expect((await fetch(`${api.url}/images/%6Cogo%2Epng`)).status).toBe(200);
  expect((await fetch(`${api.url}/images/a+b&c%23d.png`)).status).toBe(200);
});

describe('during the trial of a shell with another picture', () => {
  const CANARY = '1.0.0-ba9876543210';
  let trialApi: TestApi;
  const releases = () => join(trialApi.folder, 'releases');
  beforeAll(async () => {
    trialApi = await anApi();
    await aCanaryShell(releases(), TEST_SIGNING_KEY, CANARY, { pictures: { 'images/new.png': 'the new picture' } });
  });
  afterAll(() => trialApi.close());
  const ask = (Cookie: string) => fetch(`${trialApi.url}/images/new.png`, { headers: { Cookie }, redirect: 'manual' });

  test('only visitors with that shell get the picture', async () => {
    const answer = await ask('set=7');
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, `/r/shell/${CANARY}/images/new.png`]);
    // One address, two responses: a cache must not mix them up.
    expect([answer.headers.get('Cache-Control'), answer.headers.get('Vary')]).toEqual([
      'private, no-cache',
      expect.stringContaining('Cookie'),
    ]);
    const stable = await ask('');
    expect(stable.status).toBe(404);
  });

  test('visitors with an override link to that shell get the picture too', async () => {
    const keys = { signing: parseSigningKey(TEST_SIGNING_KEY), verifying: parseVerifyingKey(TEST_SIGNING_KEY) };
    const site = trialApi.get(Config).publicOrigin;
    const wanted = { app: 'shell', release: CANARY, expires: Date.now() + 60_000, site };
    expect((await ask(`override=${await signOverride(releases(), wanted, keys)}`)).status).toBe(302);
  });
});

test.each(['no such.png', '..%2Fserver.mjs', '%2e%2e/release.json', 'logo.png%00', '__proto__', 'constructor.png'])(
  '/images/%s is not found',
  async (name) => {
    expect([400, 404]).toContain((await fetch(`${api.url}/images/${name}`)).status);
  },
);

test.each(['server.mjs', 'release.json', '..%2Frelease.json', 'images%2F..%2Fserver.mjs', '__proto__', '%', '%c3.png'])(
  'no encoding of an address leads to %s of a release',
  async (name) => {
    const answer = await fetch(`${api.url}/r/shell/1.0.0-0123456789ab/${name}`);
    expect([400, 404]).toContain(answer.status);
    expect(await answer.text()).not.toContain('shellPages');
  },
);
