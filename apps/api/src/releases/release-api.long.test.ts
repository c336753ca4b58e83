import { createHash, sign } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSigningKey, releasePaths } from '@site/releases';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { aTeam, releaseIn } from '../test-support/a-team.ts';
import { aSite, liveAt, SERVER_KEY, withEggs } from '../test-support/a-team-site.ts';

describe('releases over the network', () => {
  test('verify checks a release from the owner’s key down to each file, and names modified ones', async () => {
    const api = await aSite();
    const { owner, eggs, to } = await withEggs(api);
    const release = releaseIn((await eggs.site('release', ...(await eggs.build('eggs')), ...to, '--message', 'fresh'))[1]);
    const [code, said] = await owner.site('verify', 'eggs', release, ...to);
    expect([code, said]).toEqual([0, expect.stringMatching(/^eggs \S+ is what eggs has signed\n/)]);
    expect(said).toMatch(/\nowner's key {3}\w{12}, root document 1\n/);
    expect(said).toMatch(/\nstatement {5}by the key \w{12} at \d{4}-\S+: fresh\n/);
    expect(said).toMatch(/\nsource {8}no repository, no commit\nbuild {9}by hand, node \d+/);
    expect(said).toMatch(/\nfiles {9}4, \d+ bytes, each with the hash that was signed$/);
    // A team does not have the owner's key: it passes the public half.
    expect((await eggs.site('verify', 'eggs', release, ...to))[1]).toContain('name the owner');
    expect((await eggs.site('verify', 'eggs', release, ...to, '--owner-key', owner.publicKey))[0]).toBe(0);
    const folder = releasePaths.release(join(api.folder, 'releases'), 'eggs', release);
    await writeFile(join(folder, 'assets/routes.js'), 'export const routes = [];');
    for (const form of ['br', 'gz']) await rm(join(folder, `assets/routes.js.${form}`), { force: true });
    expect((await owner.site('verify', 'eggs', release, ...to))[1]).toContain('assets/routes.js is not the file that was signed');
    const manifest = await readFile(join(folder, 'release.json'), 'utf8');
    await writeFile(join(folder, 'release.json'), manifest.replace('"heading": "eggs"', '"heading": "Send me money"'));
    expect((await owner.site('verify', 'eggs', release, ...to))[1]).toContain('release.json is not the one that was signed');
    await api.close();
  });

  test('a preview combines releases of two teams before either is live; invalid previews are rejected', async () => {
    const api = await aSite();
    const { owner, eggs, to } = await withEggs(api);
    const hens = await aTeam();
    await owner.site('team', 'add', 'hens', '--key', hens.publicKey, '--paths', '/projects/hens', ...to);
    const live: Record<string, string> = {};
    const tried: Record<string, string> = {};
    for (const [app, team] of Object.entries({ eggs, hens })) {
      live[app] = releaseIn((await team.site('release', ...(await team.build(app)), ...to))[1]);
      const build = await team.build(app, { text: 'two' });
      expect((await eggs.site('preview', app, ...to))[1]).toContain(`${app} has no canary; name a release`);
      tried[app] = releaseIn((await team.site('canary', ...build, ...to, '--share', '0'))[1]);
    }
    // Either team may create it: all of it is signed and has passed the gate.
    const [code, said] = await eggs.site('preview', 'eggs', `hens@${tried['hens']}`, ...to, '--hours', '2');
    const address = said.split('\n')[1] ?? '';
    expect([code, said]).toEqual([0, expect.stringContaining(`eggs ${tried['eggs']} and hens ${tried['hens']} until`)]);
    const opened = await fetch(address);
    expect(await opened.text()).toContain(`You now see eggs ${tried['eggs']} and hens ${tried['hens']}.`);
    const cookie = opened.headers.getSetCookie().map((text) => text.split(';')[0] ?? '');
    const html = await (await fetch(api.url, { headers: { Cookie: cookie.join('; ') } })).text();
    for (const app of ['eggs', 'hens']) {
      expect(html).toContain(`"name":"${app}","release":"${tried[app]}"`);
      // Control: everyone else.
      expect(await liveAt(api.url, app)).toBe(live[app]);
    }
    // A single modified part invalidates the link.
    const broken = await fetch(address.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')));
    expect([broken.status, broken.headers.getSetCookie()]).toEqual([400, []]);
    const many = await fetch(`${api.url}/?override=${Array.from({ length: 6 }, () => 'a.b').join('~')}`);
    expect([many.status, await many.text()]).toEqual([400, expect.stringContaining('more than 5 releases')]);
    const twice = await eggs.site('preview', 'eggs', `eggs@${live['eggs']}`, ...to);
    expect(twice).toEqual([1, expect.stringContaining('one release of each app')]);
    expect((await eggs.site('preview', 'eggs@0.1.0-ffffffffffff', ...to))[1]).toContain('is not in any registry of this store');
    expect((await hens.site('kill', 'hens', tried['hens'] ?? '', ...to))[0]).toBe(0);
    expect((await eggs.site('preview', 'eggs', `hens@${tried['hens']}`, ...to))[1]).toContain('was killed');
    await api.close();
  });

  test("the server's key alone cannot make an override link to an unsigned release; the owner's key can", async () => {
    const api = await aSite();
    const { eggs, to } = await withEggs(api);
    const live = releaseIn((await eggs.site('release', ...(await eggs.build('eggs')), ...to))[1]);
    const [root, forged] = [join(api.folder, 'releases'), '0.1.0-eeeeeeeeeeee'];
    const folder = releasePaths.release(root, 'eggs', forged);
    await cp(releasePaths.release(root, 'eggs', live), folder, { recursive: true });
    const manifest = (await readFile(join(folder, 'release.json'), 'utf8')).replaceAll(live, forged);
    await writeFile(join(folder, 'release.json'), manifest);
    const manifestIntegrity = `sha384-${createHash('sha384').update(manifest).digest('base64')}`;
    const shownBy = async (key: string): Promise<string> => {
      const expires = Date.now() + 3_600_000;
      const link = { kind: 'override', app: 'eggs', release: forged, manifestIntegrity, expires, site: api.url };
      const text = Buffer.from(JSON.stringify(link));
      const token = `${text.toString('base64url')}.${sign(null, text, parseSigningKey(key)).toString('base64url')}`;
      const cookie = (await fetch(`${api.url}/?override=${token}`)).headers.getSetCookie().map((set) => set.split(';')[0] ?? '');
      expect(cookie).not.toEqual([]);
      return (await fetch(api.url, { headers: { Cookie: cookie.join('; ') } })).text();
    };
    expect(await shownBy(SERVER_KEY)).toContain(`"name":"eggs","release":"${live}"`);
    // Control: the same link is valid if the owner signed it, even after the server's link was rejected.
    expect(await shownBy(TEST_SIGNING_KEY)).toContain(`"name":"eggs","release":"${forged}"`);
    expect(await shownBy(SERVER_KEY)).toContain(`"name":"eggs","release":"${live}"`);
    await api.close();
  });
});
