import { createHash, sign } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { generateSigningKey, parseSigningKey, releasePaths, signRequest } from '@site/releases';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { aTeam, releaseIn } from '../test-support/a-team.ts';
import { aSite, codeOf, inDays, liveAt, SERVER_KEY, signed, withEggs } from '../test-support/a-team-site.ts';

/** Each title quotes a row of the table of attacks and accidents that releases have to survive. */
describe('attacks and accidents', () => {
  test('1: a stolen team key only affects its app, and the owner takes back its releases since a given registry', async () => {
    const api = await aSite();
    const { owner, eggs, to } = await withEggs(api);
    const [, good] = await eggs.site('release', ...(await eggs.build('eggs')), ...to);
    const [hens, elsewhere] = [await eggs.build('hens'), await eggs.build('eggs', { path: '/about' })];
    expect((await eggs.site('release', ...hens, ...to))[1]).toContain('this key may not release hens');
    expect((await eggs.site('release', ...elsewhere, ...to))[1]).toContain('/about is not under /projects/eggs');
    expect((await eggs.site('rollback', 'shell', ...to))[1]).toContain('this key may not release shell');
    expect((await eggs.site('team', 'list', ...to))[1]).toContain('only the owner may do this');
    // Control: what the owner signs is accepted.
    await owner.site('team', 'add', 'hens', '--key', eggs.publicKey, '--paths', '/projects/hens', ...to);
    expect((await eggs.site('release', ...hens, ...to))[0]).toBe(0);

    const evil = await eggs.build('eggs', { text: 'evil' });
    const [, stolen] = await eggs.site('release', ...evil, ...to);
    expect(await liveAt(api.url, 'eggs')).toBe(releaseIn(stolen));
    const serial = /registry (\d+)/.exec(stolen)?.[1] ?? '';
    const [, listed] = await owner.site('team', 'list', ...to);
    const id = /eggs {2}(\w{12})/.exec(listed)?.[1] ?? '';
    const [code, said] = await owner.site('team', 'revoke', 'eggs', '--key', id, '--since', serial, ...to);
    expect([code, said]).toEqual([0, expect.stringContaining('1 of its releases stay, 1 is taken back')]);
    expect(await liveAt(api.url, 'eggs')).toBe(releaseIn(good));
    expect(await liveAt(api.url, 'hens')).toBeDefined();
    expect((await eggs.site('release', ...evil, ...to))[1]).toContain('this key may not release eggs');
    expect((await fetch(`${api.url}/r/eggs/${releaseIn(stolen)}/assets/one.js`)).status).toBe(404);
    expect((await fetch(`${api.url}/r/eggs/${releaseIn(good)}/assets/one.js`)).status).toBe(200);
    await api.close();
  });

  test("2: the server's stolen key cannot publish a release that no team has signed; the owner's key could", async () => {
    const api = await aSite();
    const { eggs, to } = await withEggs(api);
    const [, said] = await eggs.site('release', ...(await eggs.build('eggs')), ...to);
    const live = releaseIn(said);
    const [root, evil] = [join(api.folder, 'releases'), '0.1.0-eeeeeeeeeeee'];
    const current = releasePaths.registryCurrent(root);
    const { registry } = JSON.parse(await readFile(current, 'utf8')) as { registry: string };
    const forged = registry
      .replace(/"serial":(\d+)/, (_, serial: string) => `"serial":${Number(serial) + 1}`)
      .replace(`"stable":{"release":"${live}"`, `"stable":{"release":"${evil}"`);
    expect(forged).toContain(evil);
    const write = (text: string, key: string): Promise<void> => {
      const signature = sign(null, Buffer.from(text), parseSigningKey(key)).toString('base64');
      return writeFile(current, JSON.stringify({ registry: text, signature }));
    };
    await write(forged, SERVER_KEY);
    expect(await liveAt(api.url, 'eggs')).toBeUndefined();
    // A page with an unsigned address or text is also a forgery.
    const renamed = registry.replace(/"serial":(\d+)/, (_, serial: string) => `"serial":${Number(serial) + 2}`);
    await write(renamed.replace('"heading":"eggs"', '"heading":"Send me money"'), SERVER_KEY);
    expect(await (await fetch(api.url)).text()).not.toContain('Send me money');
    await write(
      forged.replace(/"serial":(\d+)/, (_, serial: string) => `"serial":${Number(serial) + 2}`),
      TEST_SIGNING_KEY,
    );
    expect(await liveAt(api.url, 'eggs')).toBe(evil);
    await api.close();
  });

  test('3, rollback: restoring an older registry is rejected; the newest one stays', async () => {
    const api = await aSite();
    const { eggs, to } = await withEggs(api);
    const current = releasePaths.registryCurrent(join(api.folder, 'releases'));
    await eggs.site('release', ...(await eggs.build('eggs')), ...to);
    const older = await readFile(current, 'utf8');
    const second = releaseIn((await eggs.site('release', ...(await eggs.build('eggs', { text: 'two' })), ...to))[1]);
    expect(await liveAt(api.url, 'eggs')).toBe(second);
    const newer = await readFile(current, 'utf8');
    await writeFile(current, older);
    expect(await liveAt(api.url, 'eggs')).toBe(second);
    expect(api.logText()).toContain('is older than');
    // Control: a newer registry is accepted.
    await writeFile(current, newer);
    const third = releaseIn((await eggs.site('release', ...(await eggs.build('eggs', { text: 'three' })), ...to))[1]);
    expect(await liveAt(api.url, 'eggs')).toBe(third);
    await api.close();
  });

  test('4: two teams release at the same moment to two processes: both releases go live', async () => {
    const api = await aSite();
    const second = await aSite({ RELEASES_DIR: join(api.folder, 'releases') });
    const { owner, eggs, to } = await withEggs(api);
    const hens = await aTeam();
    await owner.site('team', 'add', 'hens', '--key', hens.publicKey, '--paths', '/projects/hens', ...to);
    const rounds = 5;
    const body = (message: string): string => JSON.stringify({ message });
    await eggs.site('release', ...(await eggs.build('eggs')), ...to);
    await hens.site('release', ...(await hens.build('hens')), '--to', second.url);
    const ids: string[][] = [];
    for (const [team, app, at] of [
      [eggs, 'eggs', api],
      [hens, 'hens', second],
    ] as const) {
      const released = await Promise.all(Array.from({ length: rounds }, async (_, n) => team.build(app, { text: `round ${n}` })));
      const own: string[] = [];
      for (const words of released) own.push(releaseIn((await team.site('check', ...words, '--to', at.url))[1]));
      ids.push(own);
    }
    const [ofEggs = [], ofHens = []] = ids;
    for (let n = 0; n < rounds; n += 1) {
      const answers = await Promise.all([
        signed(api, eggs.key, 'POST', `/api/releases/eggs/uploads/${ofEggs[n]}/commit`, body(`eggs ${n}`)),
        signed(second, hens.key, 'POST', `/api/releases/hens/uploads/${ofHens[n]}/commit`, body(`hens ${n}`)),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
    for (const { url } of [api, second])
      expect([await liveAt(url, 'eggs'), await liveAt(url, 'hens')]).toEqual([ofEggs.at(-1), ofHens.at(-1)]);
    const [, log] = await owner.site('log', ...to);
    expect(log.match(/: (?:eggs|hens) \d/g)).toHaveLength(2 * rounds);
    await second.close();
    await api.close();
  });

  test('5: an interrupted upload leaves nothing live; a retry only sends missing files; two simultaneous ones go live once', async () => {
    const api = await aSite();
    const { eggs, to } = await withEggs(api);
    const build = await eggs.build('eggs', { bytes: 4_000 });
    const sent: { method: string; path: string; init: RequestInit }[] = [];
    const { fetch: realFetch } = globalThis;
    const watched: typeof fetch = (input, init = {}) => {
      const path = new URL(String(input instanceof Request ? input.url : input)).pathname;
      sent.push({ method: init.method ?? 'GET', path, init });
      // The connection breaks at the third file.
      if (sent.filter(({ method }) => method === 'PUT').length === 3) return Promise.reject(new TypeError('cut'));
      return realFetch(input, init);
    };
    globalThis.fetch = watched;
    try {
      expect((await eggs.site('release', ...build, ...to))[1]).toContain('does not answer');
      expect(await liveAt(api.url, 'eggs')).toBeUndefined();
      const release = sent.find(({ path }) => path.includes('/uploads/'))?.path.split('/')[5] ?? '';
      expect(await codeOf(await signed(api, eggs.key, 'POST', `/api/releases/eggs/uploads/${release}/commit`))).toBe(
        'upload_incomplete',
      );
      const isPut = ({ method }: { method: string }): boolean => method === 'PUT';
      const cut = sent.find(({ method, path }) => isPut({ method }) && path.includes(release));
      // As the server sees it, cut off in the middle of the body.
      const half = Buffer.from(cut?.init.body as Uint8Array);
      await new Promise<void>((done) => {
        const headers = signRequest(
          { method: 'PUT', url: new URL(cut?.path ?? '', api.url), body: half },
          parseSigningKey(eggs.key),
          new Date(),
        );
        const request = httpRequest(new URL(cut?.path ?? '', api.url), {
          method: 'PUT',
          headers: { ...headers, 'Content-Length': String(half.length) },
        });
        request.on('error', () => undefined).on('close', () => done());
        request.write(half.subarray(0, 10), () => request.destroy());
      });
      const before = sent.filter(isPut).length;
      const folder = join(releasePaths.uploads(join(api.folder, 'releases'), 'eggs'), release);
      const here = (await readdir(folder)).filter((name) => /^[0-9a-f]{96}$/.test(name)).length;
      // Everything is sent, and nothing is live.
      expect((await eggs.site('check', ...build, ...to))[0]).toBe(0);
      // Four files and the drafts; those already stored were not sent again.
      expect(sent.filter(isPut).length - before).toBe(5 - here);
      const commit = `/api/releases/eggs/uploads/${release}/commit`;
      const both = await Promise.all([signed(api, eggs.key, 'POST', commit), signed(api, eggs.key, 'POST', commit)]);
      // The second one either finds it live, or finds no upload.
      const [first, second] = both.map(({ status }) => status).sort();
      expect(first).toBe(200);
      expect([200, 404]).toContain(second);
      expect(await liveAt(api.url, 'eggs')).toBe(release);
      expect((await eggs.site('log', 'eggs', ...to))[1].split('\n')).toHaveLength(1);
    } finally {
      globalThis.fetch = realFetch;
    }
    await api.close();
  });

  test('6: a recorded request is rejected if it is replayed, changed or late', async () => {
    const api = await aSite();
    const { eggs, to } = await withEggs(api);
    await eggs.site('release', ...(await eggs.build('eggs')), ...to);
    await eggs.site('release', ...(await eggs.build('eggs', { text: 'two' })), ...to);
    const url = new URL('/api/releases/eggs/rollback', api.url);
    const key = parseSigningKey(eggs.key);
    const send = (headers: Record<string, string>, body = '{}', at = url): Promise<Response> =>
      fetch(at, { method: 'POST', headers, body });
    const headers = signRequest({ method: 'POST', url, body: Buffer.from('{}') }, key, new Date());
    expect(await codeOf(await send(headers, '{"to":"0.1.0-000000000000"}'))).toBe('key_invalid');
    const fresh = signRequest({ method: 'POST', url, body: Buffer.from('{}') }, key, new Date());
    expect((await send(fresh)).status).toBe(200);
    expect(await codeOf(await send(fresh))).toBe('request_replayed');
    const other = new URL('/api/releases/eggs/promote', api.url);
    expect(
      await codeOf(await send(signRequest({ method: 'POST', url, body: Buffer.from('{}') }, key, new Date()), '{}', other)),
    ).toBe('key_invalid');
    const late = signRequest({ method: 'POST', url, body: Buffer.from('{}') }, key, new Date(Date.now() - 600_000));
    expect(await codeOf(await send(late))).toBe('key_invalid');
    expect(await codeOf(await send({}))).toBe('key_invalid');
    const stranger = signRequest(
      { method: 'POST', url, body: Buffer.from('{}') },
      parseSigningKey(generateSigningKey()),
      new Date(),
    );
    expect(await codeOf(await send(stranger))).toBe('key_invalid');
    await api.close();
  });

  test('7: oversized files, decompression bombs, paths outside the folder and unlisted files are rejected, and use no disk space', async () => {
    const api = await aSite();
    const { eggs, to } = await withEggs(api);
    await eggs.site('check', ...(await eggs.build('eggs', { bytes: 3_000 })), ...to);
    const area = releasePaths.uploads(join(api.folder, 'releases'), 'eggs');
    const [release = ''] = await readdir(area);
    const folder = join(area, release);
    const files = async (): Promise<string[]> => (await readdir(folder)).sort();
    const before = await files();
    const at = `/api/releases/eggs/uploads/${release}`;
    const content = createHash('sha384').update('x'.repeat(3_000)).digest('hex');
    const put = async (name: string, body: Uint8Array): Promise<unknown> => {
      const response = await signed(api, eggs.key, 'PUT', `${at}/${name}`, body);
      return [response.status, await codeOf(response)];
    };
    expect(await put('0'.repeat(96), Buffer.from('x'))).toEqual([404, 'upload_missing']);
    expect(await put(content, Buffer.alloc(1_000_000))).toEqual([413, 'payload_too_large']);
    expect(await put(content, Buffer.from('other'))).toEqual([422, 'release_refused']);
    // The highest quality would not make it smaller, and would take thirty times as long.
    const bomb = brotliCompressSync(Buffer.alloc(50_000_000), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    expect(await put(`${content}.br`, bomb)).toEqual([422, 'release_refused']);
    const huge = signRequest(
      { method: 'PUT', url: new URL(`${at}/${content}`, api.url), body: Buffer.from('x') },
      parseSigningKey(eggs.key),
      new Date(),
    );
    const status = await new Promise<number | undefined>((done) => {
      const request = httpRequest(new URL(`${at}/${content}`, api.url), {
        method: 'PUT',
        headers: { ...huge, 'Content-Length': String(5_000_000_000) },
      });
      request.on('response', (response) => {
        done(response.statusCode);
        request.destroy();
      });
      request.on('error', () => undefined);
      request.flushHeaders();
    });
    expect(status).toBe(413);
    expect(await files()).toEqual(before);
    const manifest = await readFile(join(folder, 'release.json'), 'utf8');
    const statement = await readFile(join(folder, 'statement.json'), 'utf8');
    for (const path of ['../../evil.js', '/etc/evil.js', 'a//b.js', 'a\\\\..\\\\b.js', 'release.json']) {
      const evil = manifest.replace('assets/picture.txt', path);
      const answer = await signed(
        api,
        eggs.key,
        'POST',
        '/api/releases/eggs/uploads',
        JSON.stringify({ manifest: evil, statement }),
      );
      const { details } = (await answer.json()) as { details?: string };
      expect([path, answer.status, details]).toEqual([
        path,
        422,
        expect.stringContaining('is no name that a file of a release may have'),
      ]);
    }
    // Control: the same request as signed.
    const good = await signed(api, eggs.key, 'POST', '/api/releases/eggs/uploads', JSON.stringify({ manifest, statement }));
    expect([good.status, await good.json()]).toEqual([200, { release, missing: [] }]);
    await api.close();
  });

  test('8: a team changes its key while the site runs: old releases stay, the old key is invalid, nothing is restarted', async () => {
    const api = await aSite();
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

  test("8, the owner's key: it changes while the site runs, and neither visitors nor teams notice; the old key is invalid", async () => {
    const api = await aSite();
    const second = await aSite({ RELEASES_DIR: join(api.folder, 'releases') });
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
    expect(await liveAt(second.url, 'eggs')).toBe(two);
    await second.close();
    await api.close();
  });

  test('8, expiry: an expired key changes nothing, live releases stay, and the owner continues with the next key', async () => {
    const api = await aSite();
    const { owner, eggs, to } = await withEggs(api, '--days', '10');
    const live = releaseIn((await eggs.site('release', ...(await eggs.build('eggs')), ...to))[1]);
    const next = await aTeam();
    const renewed = await aTeam(TEST_SIGNING_KEY, { NEXT_SIGNING_KEY: TEST_SIGNING_KEY });
    expect((await renewed.site('key', 'rotate', '--days', '20', ...to))[1]).toMatch(/^the owner's key is .*, until \d{4}-/);
    const again = ['eggs', '--key', eggs.publicKey, '--paths', '/projects/eggs'];
    await inDays(11, async () => {
      const build = await eggs.build('eggs', { text: 'two' });
      expect((await eggs.site('release', ...build, ...to))[1]).toContain('this key was good for eggs until');
      expect((await eggs.site('rollback', 'eggs', ...to))[1]).toContain('this key was good for eggs until');
      expect(await liveAt(api.url, 'eggs')).toBe(live);
      expect((await owner.site('team', 'add', ...again, '--days', '30', ...to))[0]).toBe(0);
      expect((await eggs.site('release', ...build, ...to))[0]).toBe(0);
    });
    await inDays(21, async () => {
      expect((await owner.site('team', 'add', ...again, ...to))[1]).toContain("the owner's key was good until");
      expect((await owner.site('retire', 'eggs', ...to))[1]).toContain("the owner's key was good until");
      expect(await liveAt(api.url, 'eggs')).toBeDefined();
      const changing = await aTeam(TEST_SIGNING_KEY, { NEXT_SIGNING_KEY: next.key });
      expect((await changing.site('key', 'rotate', '--days', '20', ...to))[0]).toBe(0);
      expect((await next.site('retire', 'eggs', ...to))[0]).toBe(0);
    });
    await api.close();
  });

  test('9: a retired remote’s pages get a 410 or redirect and its cards disappear; others are not affected; it can come back', async () => {
    const api = await aSite();
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
