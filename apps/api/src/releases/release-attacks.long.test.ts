import { createHash, sign } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import { generateSigningKey, parseSigningKey, releasePaths, signRequest } from '@site/releases';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { releaseIn } from '../test-support/a-team.ts';
import { aTeamSite, codeOf, liveAt, SERVER_KEY, signed, withEggs } from '../test-support/a-team-site.ts';

/** Each title names a row of the table of attacks and accidents that releases have to survive. `npm run test:scale` runs them against separate processes. */
describe('attacks on releases', () => {
  test('row 1: a stolen team key only affects its app, and the owner revokes its releases since a given registry', async () => {
    const api = await aTeamSite();
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
    expect([code, said]).toEqual([0, expect.stringContaining('1 of its releases stays, 1 is revoked')]);
    expect(await liveAt(api.url, 'eggs')).toBe(releaseIn(good));
    expect(await liveAt(api.url, 'hens')).toBeDefined();
    expect((await eggs.site('release', ...evil, ...to))[1]).toContain('this key may not release eggs');
    expect((await fetch(`${api.url}/r/eggs/${releaseIn(stolen)}/assets/one.js`)).status).toBe(404);
    expect((await fetch(`${api.url}/r/eggs/${releaseIn(good)}/assets/one.js`)).status).toBe(200);
    await api.close();
  });

  test("row 2: the server's stolen key cannot publish a release that no team has signed; the owner's key could", async () => {
    const api = await aTeamSite();
    const { eggs, to } = await withEggs(api);
    const [, said] = await eggs.site('release', ...(await eggs.build('eggs')), ...to);
    const live = releaseIn(said);
    const evil = '0.1.0-eeeeeeeeeeee';
    const current = releasePaths.registryCurrent(api.releasesDir);
    const { registry } = JSON.parse(await readFile(current, 'utf8')) as { registry: string };
    const forged = registry
      .replace(/"serial":(\d+)/, (_, serial: string) => `"serial":${Number(serial) + 1}`)
      .replace(`"stable":{"release":"${live}"`, `"stable":{"release":"${evil}"`);
    expect(forged).toContain(evil);
    /** In one step, as the server does: the server may read the file at any moment. */
    const write = async (text: string, key: string): Promise<void> => {
      const signature = sign(null, Buffer.from(text), parseSigningKey(key)).toString('base64');
      await writeFile(`${current}.new`, JSON.stringify({ registry: text, signature }));
      await rename(`${current}.new`, current);
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

  test('row 6: a recorded request is rejected if it is replayed, changed or late', async () => {
    const api = await aTeamSite();
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

  test('row 7: oversized files, decompression bombs, paths outside the folder and unlisted files are rejected, and use no disk space', async () => {
    const api = await aTeamSite();
    const { eggs, to } = await withEggs(api);
    await eggs.site('check', ...(await eggs.build('eggs', { bytes: 3_000 })), ...to);
    const [{ release } = { release: '' }] = await api.uploads.pending('eggs');
    const files = async (): Promise<string[]> => [...(await api.uploads.names('eggs', release))].sort();
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
    const manifest = String(await api.uploads.read('eggs', release, 'release.json'));
    const statement = String(await api.uploads.read('eggs', release, 'statement.json'));
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
        expect.stringContaining('is not a valid name for a file of a release'),
      ]);
    }
    // Control: the request as it was signed.
    const good = await signed(api, eggs.key, 'POST', '/api/releases/eggs/uploads', JSON.stringify({ manifest, statement }));
    expect([good.status, await good.json()]).toEqual([200, { release, missing: [] }]);
    await api.close();
  });
});
