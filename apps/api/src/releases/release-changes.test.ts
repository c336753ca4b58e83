import { aTeam, releaseIn } from '../test-support/a-team.ts';
import { aTeamSite, withEggs } from '../test-support/a-team-site.ts';

/** Each title names a row of the table of attacks and accidents that releases have to survive. `npm run test:scale` runs them against separate processes. */
describe('changes to keys and remotes while the site runs', () => {
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
