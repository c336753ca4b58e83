import { readdir, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { keyIdOf, parseSigningKey, releasePaths, signRequest } from '@site/releases';
import { RateLimiter } from '../rate-limit/rate-limiter.ts';
import { releaseIn } from '../test-support/a-team.ts';
import { aSite, codeOf, liveAt, signed, withEggs } from '../test-support/a-team-site.ts';

describe('releases over the network', () => {
  test('a team releases, starts a canary, promotes and rolls back with its own key; the log says who and why', async () => {
    const api = await aSite();
    const { eggs, to } = await withEggs(api);
    const one = await eggs.build('eggs');
    expect(await eggs.site('check', ...one, ...to)).toEqual([0, expect.stringMatching(/may go live alongside 1 other app$/)]);
    expect(await liveAt(api.url, 'eggs')).toBeUndefined();
    const [code, said] = await eggs.site('release', ...one, ...to, '--message', 'the first eggs');
    const first = releaseIn(said);
    expect([code, said]).toEqual([0, expect.stringMatching(/^eggs 0\.1\.0-\w{12} is live \(registry \d+\)$/)]);
    expect(await liveAt(api.url, 'eggs')).toBe(first);
    expect((await eggs.site('release', ...one, ...to))[1]).toContain('was already live');
    await eggs.site('release', ...one, ...to, '--message', 'the first <eggs>');
    const rows = (await (await fetch(`${api.url}/api/releases`)).json()) as { app: string }[];
    expect(rows.find(({ app }) => app === 'eggs')).toMatchObject({
      release: first,
      origin: { signedBy: 'eggs', commit: null, builder: 'by hand', message: 'the first <eggs>' },
    });
    expect(await (await fetch(`${api.url}/owner`)).text()).toContain('signed by eggs: the first &lt;eggs></p>');

    const [, tried] = await eggs.site('canary', ...(await eggs.build('eggs', { text: 'two' })), ...to, '--share', '100');
    const second = releaseIn(tried);
    expect(tried).toContain('is shown to 100% of the visitors');
    expect((await eggs.site('status', ...to))[1]).toContain(`eggs  ${second}  canary for 100%`);
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

  test('a release whose path the owner has withdrawn never takes over there, and `site team add` says so', async () => {
    const api = await aSite();
    const { owner, eggs, to } = await withEggs(api, '--paths', '/projects/eggs,/projects/hens');
    const first = await eggs.build('eggs', { path: '/projects/hens' });
    const lost = releaseIn((await eggs.site('release', ...first, ...to))[1]);
    const second = await eggs.build('eggs', { text: 'two', retired: ['/projects/hens'] });
    const live = releaseIn((await eggs.site('release', ...second, ...to))[1]);
    const add = ['team', 'add', 'eggs', '--key', eggs.publicKey, '--paths', '/projects/eggs', ...to];
    const [code, said] = await owner.site(...add);
    const why = 'has /projects/hens, which its team may no longer use: it no longer takes over if the live release fails';
    expect([code, said]).toEqual([0, expect.stringContaining(`\neggs ${lost} ${why}`)]);
    expect((await eggs.site('rollback', 'eggs', '--to', lost, ...to))[1]).toContain(
      'which its team may no longer use; the owner can',
    );
    const status = async (page: string): Promise<number> => (await fetch(`${api.url}/projects/${page}`)).status;
    const html = await (await fetch(`${api.url}/projects/eggs`)).text();
    expect([html.includes(live), html.includes(lost)]).toEqual([true, false]);
    // The live release is damaged: the other one would take over.
    await writeFile(releasePaths.manifest(join(api.folder, 'releases'), 'eggs', live), '{}');
    await owner.site('team', 'adopt', ...to);
    expect([await status('eggs'), await status('hens')]).toEqual([200, 404]);
    expect(await (await fetch(api.url)).text()).not.toContain(lost);
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

  test('a team’s key may make 300 changes an hour, not counting refused ones; the owner’s is not limited', async () => {
    const api = await aSite();
    const { owner, eggs, to } = await withEggs(api);
    const first = releaseIn((await eggs.site('release', ...(await eggs.build('eggs')), ...to))[1]);
    await eggs.site('release', ...(await eggs.build('eggs', { text: 'two' })), ...to);
    const limits = { windows: [{ windowMs: 3_600_000, max: 300 }] };
    const take = () => api.get(RateLimiter).take('release-change', keyIdOf(parseSigningKey(eggs.key)), limits);
    for (let changes = 2; changes < 299; changes += 1) expect(await take()).toHaveProperty('refund');
    for (let tries = 0; tries < 3; tries += 1) expect((await eggs.site('kill', 'eggs', '0.1.0-000000000000', ...to))[0]).toBe(1);
    expect((await eggs.site('rollback', 'eggs', ...to))[0]).toBe(0);
    const [code, said] = await eggs.site('rollback', 'eggs', ...to);
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/may make 300 changes an hour and 1000 a day; try again in \d+ minutes/),
    ]);
    expect(await liveAt(api.url, 'eggs')).toBe(first);
    // Reading is not limited by it.
    expect((await eggs.site('status', ...to))[0]).toBe(0);
    expect((await owner.site('retire', 'eggs', ...to))[0]).toBe(0);
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
