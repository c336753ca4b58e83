import { setTimeout as delay } from 'node:timers/promises';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { aTeam, releaseIn } from '../test-support/a-team.ts';
import { aTeamSite, liveAt, withEggs } from '../test-support/a-team-site.ts';

/** Each title names a row of the table of attacks and accidents that releases have to survive. `npm run test:scale` runs them against separate processes. */
describe('changes of keys and remotes while the site runs', () => {
  test('row 8: a team changes its key while the site runs: old releases stay, the old key is invalid, nothing is restarted', async () => {
    const api = await aTeamSite();
    const { owner, eggs, to } = await withEggs(api);
    const [, said] = await eggs.site('release', ...(await eggs.build('eggs')), ...to);
    const next = await aTeam();
    await owner.site('team', 'add', 'eggs', '--key', next.publicKey, '--paths', '/projects/eggs', ...to);
    const [, listed] = await owner.site('team', 'list', ...to);
    const id = /eggs {2}(\w{12})/.exec(listed)?.[1] ?? '';
    expect((await owner.site('team', 'revoke', 'eggs', '--key', id, ...to))[1]).toContain(
      '1 of its releases stay, 0 are taken back',
    );
    expect(await liveAt(api.url, 'eggs')).toBe(releaseIn(said));
    const two = { text: 'two' };
    expect((await eggs.site('release', ...(await eggs.build('eggs', two)), ...to))[0]).toBe(1);
    const [code, newer] = await next.site('release', ...(await next.build('eggs', two)), ...to);
    expect(code).toBe(0);
    expect((await next.site('rollback', 'eggs', ...to))[0]).toBe(0);
    expect(await liveAt(api.url, 'eggs')).toBe(releaseIn(said));
    expect(releaseIn(newer)).not.toBe(releaseIn(said));
    await api.close();
  });

  test("row 8: the owner's key changes while the site runs, and neither visitors nor teams notice; the old key is invalid", async () => {
    const api = await aTeamSite();
    const second = await api.another();
    const { owner, eggs, to } = await withEggs(api);
    const live = releaseIn((await eggs.site('release', ...(await eggs.build('eggs')), ...to))[1]);
    const next = await aTeam();
    const changing = await aTeam(TEST_SIGNING_KEY, { NEXT_SIGNING_KEY: next.key });
    const seen = new Set<string>();
    const leaving = new AbortController();
    const visitor = (async () => {
      while (!leaving.signal.aborted) seen.add(`${(await fetch(api.url)).status} ${await liveAt(api.url, 'eggs')}`);
    })();
    const [code, said] = await changing.site('key', 'rotate', ...to);
    leaving.abort();
    await visitor;
    // The shell was released by the old key.
    expect([code, said]).toEqual([0, expect.stringMatching(/^the owner's key is \w{12} .*\nit vouches for 1 release;/)]);
    expect([...seen]).toEqual([`200 ${live}`]);
    expect((await owner.site('team', 'list', ...to))[1]).toContain('key');
    expect((await owner.site('rollback', 'shell', ...to))[0]).toBe(1);
    expect((await next.site('team', 'list', ...to))[1]).toMatch(/^eggs {2}\w{12} {2}\/projects\/eggs/);
    const two = releaseIn((await eggs.site('release', ...(await eggs.build('eggs', { text: 'two' })), ...to))[1]);
    expect(await liveAt(api.url, 'eggs')).toBe(two);
    expect((await next.site('verify', 'eggs', live, ...to))[1]).toContain('root document 2');
    expect((await next.site('team', 'add', 'hens', '--key', eggs.publicKey, '--paths', '/projects/hens', ...to))[0]).toBe(0);
    // Another process, configured with the old key, follows.
    while ((await liveAt(second.url, 'eggs')) !== two) await delay(50);
    await api.close();
  });

  test('row 9: a retired remote’s pages get a 410 or redirect and its cards disappear; others are not affected; it can come back', async () => {
    const api = await aTeamSite();
    const { owner, eggs, to } = await withEggs(api, '--paths', '/projects/eggs');
    const hens = await aTeam();
    await owner.site('team', 'add', 'hens', '--key', hens.publicKey, '--paths', '/projects/hens', ...to);
    await owner.site('team', 'add', 'ducks', '--key', eggs.publicKey, '--paths', '/projects/ducks', ...to);
    const release = releaseIn((await eggs.site('release', ...(await eggs.build('eggs', { card: 'Fresh eggs' })), ...to))[1]);
    const moved = { redirects: { '/projects/ducks': '/projects/hens' } };
    expect((await eggs.site('release', ...(await eggs.build('ducks', moved)), ...to))[0]).toBe(0);
    await hens.site('release', ...(await hens.build('hens', { card: 'Fine hens' })), ...to);
    const status = async (path: string): Promise<number> => (await fetch(api.url + path, { redirect: 'manual' })).status;
    const pages = () => Promise.all(['eggs', 'ducks', 'hens'].map((app) => status(`/projects/${app}`)));
    const home = async (): Promise<string> => (await fetch(api.url)).text();
    expect(await pages()).toEqual([200, 200, 200]);
    expect(await home()).toMatch(/Fresh eggs[^]*Fine hens/);

    expect((await hens.site('retire', 'eggs', ...to))[1]).toContain('this key may not release eggs');
    expect(await status('/projects/eggs')).toBe(200);
    const [code, said] = await eggs.site('retire', 'eggs', ...to, '--message', 'sold out');
    expect([code, said]).toEqual([0, expect.stringContaining(`\`site rollback eggs\` brings ${release} back`)]);
    expect((await eggs.site('retire', 'ducks', ...to))[0]).toBe(0);
    expect(await pages()).toEqual([410, 308, 200]);
    const answer = await fetch(`${api.url}/projects/ducks`, { redirect: 'manual' });
    expect([answer.headers.get('Location'), answer.headers.get('Cache-Control')]).toEqual(['/projects/hens', 'no-store']);
    expect(await home()).not.toContain('Fresh eggs');
    expect(await home()).toContain('Fine hens');
    expect(await (await fetch(`${api.url}/sitemap.xml`)).text()).not.toContain('/projects/eggs');
    expect([await status('/projects/eggs/'), await status('/projects/geese')]).toEqual([308, 404]);
    // Open tabs still request its files.
    expect(await status(`/r/eggs/${release}/assets/one.js`)).toBe(200);
    expect((await eggs.site('override-link', 'eggs', release, ...to))[1]).toContain('eggs is retired');
    expect((await eggs.site('status', ...to))[1]).toMatch(new RegExp(`eggs {2}${release} {2}retired \\d{4}`));
    expect((await eggs.site('log', 'eggs', ...to))[1]).toMatch(
      new RegExp(`${release} retired {2}by eggs, ducks \\(\\w{12}\\): sold out\n`),
    );
    expect((await owner.site('retire', 'shell', ...to))[1]).toContain('the shell cannot be retired');

    const [, back] = await eggs.site('rollback', 'eggs', ...to);
    expect(back).toContain(`eggs ${release} is live again; it was retired`);
    expect(await pages()).toEqual([200, 308, 200]);
    // If the redirect's target is gone too, the page does not exist.
    await hens.site('retire', 'hens', ...to);
    expect(await pages()).toEqual([200, 410, 410]);
    await api.close();
  });
});
