import { readdir, readFile, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { keyIdOf, parseSigningKey, parseVerifyingKey, releasePaths, signRequest } from '@site/releases';
import { TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { aTeam, releaseIn } from '../test-support/a-team.ts';
import { aSite, codeOf, liveAt, signed, withEggs } from '../test-support/a-team-site.ts';

/** `apps/api/scale/releases.test.ts` tests the same accidents with releases in a database and a bucket. */
describe('mishaps with releases in a folder', () => {
  test('two teams release to two processes at the same moment: both releases go live', async () => {
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
      for (const args of released) own.push(releaseIn((await team.site('check', ...args, '--to', at.url))[1]));
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

  test('an interrupted upload leaves nothing live; a retry only sends missing files; two simultaneous commits go live once', async () => {
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
      expect((await eggs.site('release', ...build, ...to))[1]).toContain('does not respond');
      expect(await liveAt(api.url, 'eggs')).toBeUndefined();
      const release = sent.find(({ path }) => path.includes('/uploads/'))?.path.split('/')[5] ?? '';
      expect(await codeOf(await signed(api, eggs.key, 'POST', `/api/releases/eggs/uploads/${release}/commit`))).toBe(
        'upload_incomplete',
      );
      const isPut = ({ method }: { method: string }): boolean => method === 'PUT';
      const cut = sent.find(({ method, path }) => isPut({ method }) && path.includes(release));
      // For the server, this is a request cut off in the middle of its body.
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
});

test('a key can be revoked, and the owner’s replaced, with more statements than fit into one request', async () => {
  const api = await aSite();
  const { owner, eggs, to } = await withEggs(api);
  const releases: string[] = [];
  for (const text of ['one', 'two', 'three', 'four'])
    releases.push(releaseIn((await eggs.site('release', ...(await eggs.build('eggs', { text })), ...to))[1]));
  // Signatures of unknown keys are ignored, and kept.
  const unknown = Array.from({ length: 15_000 }, () => ({ keyid: 'ab'.repeat(32), sig: 'cd'.repeat(64) }));
  for (const release of releases.slice(0, 2)) {
    const path = releasePaths.statement(join(api.folder, 'releases'), 'eggs', release);
    const statement = JSON.parse(await readFile(path, 'utf8')) as { signatures: object[] };
    await writeFile(path, JSON.stringify({ ...statement, signatures: [...statement.signatures, ...unknown] }));
  }
  const [revoked, said] = await owner.site('team', 'revoke', 'eggs', '--key', keyIdOf(parseVerifyingKey(eggs.key)), ...to);
  expect([revoked, said]).toEqual([0, expect.stringContaining('4 of its releases stay, 0 are revoked')]);
  const next = await aTeam();
  const changing = await aTeam(TEST_SIGNING_KEY, { NEXT_SIGNING_KEY: next.key });
  expect(await changing.site('key', 'rotate', ...to)).toEqual([0, expect.stringContaining('it vouches for 5 releases')]);
  for (const release of releases)
    expect((await next.site('verify', 'eggs', release, ...to))[1]).toContain(`eggs ${release} is what the owner has signed`);
  expect(await liveAt(api.url, 'eggs')).toBe(releases[3]);
  await api.close();
});
