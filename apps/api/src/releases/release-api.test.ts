import { createHash, sign } from 'node:crypto';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { parseSigningKey, releasePaths, signRequest } from '@site/releases';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { aTeam, releaseIn } from '../test-support/a-team.ts';
import { aSite, codeOf, liveAt, SERVER_KEY, signed, withEggs } from '../test-support/a-team-site.ts';

describe('releases over the network', () => {
  test('a team releases, starts a canary, promotes and rolls back with its own key; the log says who and why', async () => {
    const api = await aSite();
    const { eggs, to } = await withEggs(api);
    const one = await eggs.build('eggs');
    expect(await eggs.site('check', ...one, ...to)).toEqual([0, expect.stringMatching(/may go live beside 1 other apps$/)]);
    expect(await liveAt(api.url, 'eggs')).toBeUndefined();
    const [code, said] = await eggs.site('release', ...one, ...to, '--message', 'the first eggs');
    const first = releaseIn(said);
    expect([code, said]).toEqual([0, expect.stringMatching(/^eggs 0\.1\.0-\w{12} is live \(registry \d+\)$/)]);
    expect(await liveAt(api.url, 'eggs')).toBe(first);
    expect((await eggs.site('release', ...one, ...to))[1]).toContain('was live already');
    await eggs.site('release', ...one, ...to, '--message', 'the first <eggs>');
    const rows = (await (await fetch(`${api.url}/api/releases`)).json()) as { app: string }[];
    expect(rows.find(({ app }) => app === 'eggs')).toMatchObject({
      release: first,
      origin: { signedBy: 'eggs', commit: null, builder: 'by hand', message: 'the first <eggs>' },
    });
    expect(await (await fetch(`${api.url}/owner`)).text()).toContain('signed by eggs: the first &lt;eggs></p>');

    const [, tried] = await eggs.site('canary', ...(await eggs.build('eggs', { text: 'two' })), ...to, '--share', '100');
    const second = releaseIn(tried);
    expect(tried).toContain('is what 100 % of the visitors see');
    expect((await eggs.site('status', ...to))[1]).toContain(`eggs  ${second}  canary for 100 %`);
    expect((await eggs.site('promote', 'eggs', ...to))[1]).toContain(`${second} is live for every visitor instead of ${first}`);
    const [, back] = await eggs.site('rollback', 'eggs', ...to, '--message', 'two was wrong');
    expect(back).toContain(`${first} is live again instead of ${second}`);
    expect(await liveAt(api.url, 'eggs')).toBe(first);
    expect((await eggs.site('rollback', 'eggs', '--to', second, ...to))[0]).toBe(0);
    expect((await eggs.site('kill', 'eggs', second, ...to))[1]).toContain(`${second} is killed; ${first} is live`);
    const [, log] = await eggs.site('log', 'eggs', ...to);
    expect(log).toMatch(/from no commit, by hand {2}by eggs \(\w{12}\): two was wrong\n/);
    expect(log).toMatch(/\(none\) -> \S+ {2}from no commit, by hand {2}by eggs \(\w{12}\): the first eggs$/);
    await api.close();
  });

  test('the gate lists every reason, and nothing changes', async () => {
    const api = await aSite();
    const { eggs, to } = await withEggs(api, '--max-megabytes', '0.01', '--paths', '/projects/eggs,/projects/hens');
    const bad = await eggs.build('eggs', { text: "'; eval('1'); '", path: '/projects/ducks' });
    const [code, said] = await eggs.site('check', ...bad, ...to);
    expect(code).toBe(1);
    expect(said).toContain(
      '  - /projects/ducks is not under /projects/eggs or /projects/hens, which is what the owner gave eggs',
    );
    expect(said).toContain('eval');
    expect((await eggs.site('release', ...bad, ...to))[0]).toBe(1);
    const large = await eggs.build('eggs', { bytes: 20_000 });
    expect((await eggs.site('release', ...large, ...to))[1]).toMatch(/the release has \d+ bytes; at most 10000 may be released/);
    expect(await liveAt(api.url, 'eggs')).toBeUndefined();
    await api.close();
  });

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
    for (const form of ['br', 'gz']) await rm(join(folder, `assets/routes.js.${form}`));
    expect((await owner.site('verify', 'eggs', release, ...to))[1]).toContain('assets/routes.js is not the file that was signed');
    const manifest = await readFile(join(folder, 'release.json'), 'utf8');
    await writeFile(join(folder, 'release.json'), manifest.replace('"heading": "eggs"', '"heading": "Send me money"'));
    expect((await owner.site('verify', 'eggs', release, ...to))[1]).toContain('release.json is not the one that was signed');
    await api.close();
  });

  test('a team’s override link shows its release to the person who opens it', async () => {
    const api = await aSite();
    const { eggs, to } = await withEggs(api);
    await eggs.site('release', ...(await eggs.build('eggs')), ...to);
    const [, said] = await eggs.site('canary', ...(await eggs.build('eggs', { text: 'two' })), ...to, '--share', '0');
    const [code, link] = await eggs.site('override-link', 'eggs', releaseIn(said), ...to);
    const address = link.split('\n')[1] ?? '';
    expect([code, address]).toEqual([0, expect.stringContaining(`${api.url}/?override=`)]);
    const cookie = (await fetch(address)).headers.getSetCookie().map((text) => text.split(';')[0] ?? '');
    const html = await (await fetch(api.url, { headers: { Cookie: cookie.join('; ') } })).text();
    expect(html).toContain(`"name":"eggs","release":"${releaseIn(said)}"`);
    await api.close();
  });

  test('a preview combines releases of two teams before either is live; incompatible ones are rejected', async () => {
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
    expect(await opened.text()).toContain(`eggs ${tried['eggs']} and hens ${tried['hens']} are in place.`);
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

  test('a field or body that no route reads is rejected', async () => {
    const api = await aSite();
    const { eggs, to } = await withEggs(api);
    await eggs.site('check', ...(await eggs.build('eggs')), ...to);
    const [release = ''] = await readdir(releasePaths.uploads(join(api.folder, 'releases'), 'eggs'));
    const path = `/api/releases/eggs/uploads/${release}/check`;
    const fields = await signed(api, eggs.key, 'POST', path, '{"message":"x"}');
    expect([fields.status, await codeOf(fields)]).toEqual([400, 'request_invalid']);
    expect((await signed(api, eggs.key, 'POST', path, '{}')).status).toBe(200);

    const url = new URL('/api/releases/status', api.url);
    const body = Buffer.from('{}');
    const read = async (sent: Buffer): Promise<number | undefined> => {
      const headers = signRequest({ method: 'GET', url, body: sent }, parseSigningKey(eggs.key), new Date());
      return new Promise((resolve, reject) => {
        const length = { 'Content-Type': 'application/json', 'Content-Length': String(sent.length) };
        const request = httpRequest(url, { headers: { ...headers, ...length } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        request.on('error', reject).end(sent);
      });
    };
    expect([await read(body), await read(Buffer.alloc(0))]).toEqual([400, 200]);
    await api.close();
  });
});
