import { setTimeout as delay } from 'node:timers/promises';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { aTeam, releaseIn } from '../test-support/a-team.ts';
import { aTeamSite, liveAt, withEggs } from '../test-support/a-team-site.ts';

/** Each title names a row of the table of attacks and accidents that releases have to survive. `npm run test:scale` runs them against separate processes. */
describe('changes to keys and remotes while the site runs', () => {
  test('row 8: a team changes its key while the site runs: old releases stay, the old key is invalid, nothing is restarted', async () => {
    const api = await aTeamSite();
    const { owner, eggs, to } = await withEggs(api);
    const [, said] = await eggs.site('release', ...(await eggs.build('eggs')), ...to);
    const next = await aTeam();
    await owner.site('team', 'add', 'eggs', '--key', next.publicKey, '--paths', '/projects/eggs', ...to);
    const [, listed] = await owner.site('team', 'list', ...to);
    const id = /eggs {2}(\w{12})/.exec(listed)?.[1] ?? '';
    expect((await owner.site('team', 'revoke', 'eggs', '--key', id, ...to))[1]).toContain(
      '1 of its releases stays, 0 are revoked',
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
    // The shell was released with the old key.
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
});
