import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { publicHalf, releasePaths } from '@site/releases';
import { DataSource } from 'typeorm';
import { migrateSite } from '../src/commands/migrate.command.ts';
import { main } from '../src/commands/site-command.ts';
import { loadConfig } from '../src/config/config.ts';
import { bundlesIn, releaseBucket } from '../src/releases/release-bucket.ts';
import { anEnvironment, TEST_SIGNING_KEY } from '../src/test-support/a-config.ts';
import { aStorage, type TestStorage } from '../src/test-support/a-database.ts';
import { aReleaseFolder } from '../src/test-support/a-release-folder.ts';
import { aTeam, releaseIn, type Team } from '../src/test-support/a-team.ts';
import { inDays, liveAt, signed, withEggs } from '../src/test-support/a-team-site.ts';
import { publishEggs } from '../src/test-support/a-trial.ts';
import { aBreakableProxy } from './a-breakable-proxy.ts';
import { startProcess, stop, type ServerProcess } from '../src/test-support/server-process.ts';
import { until } from '../src/test-support/until.ts';

const isLive = (at: ServerProcess, app: string, release: string) => async (): Promise<boolean> =>
  (await liveAt(at.url, app)) === release;

const fileOf = async (at: ServerProcess, app: string, release: string): Promise<number> =>
  (await fetch(`${at.url}/r/${app}/${release}/assets/one.js`)).status;

interface RegistryRow {
  readonly revision: string;
  readonly path: string;
  readonly text: string;
}

/** A title that begins with a row number refers to the table of attacks and accidents that releases have to survive. */
describe('releases in PostgreSQL and a bucket, and two processes that share no folder', () => {
  let storage: TestStorage;
  let env: Record<string, string>;
  let one: ServerProcess;
  let two: ServerProcess;
  /** The second process's connections to the bucket and the database that both share. */
  let lines: Record<'bucket' | 'database', Awaited<ReturnType<typeof aBreakableProxy>>>;
  let owner: Team;
  let eggs: Team;
  let hens: Team;
  let moved: [number, string][];

  const folder = (name: string): string => join(storage.folder, name);
  const aProcess = (name: string, more: Readonly<Record<string, string>> = {}): Promise<ServerProcess> =>
    startProcess({ ...env, RELEASES_DIR: folder(name), ...more });
  const aTwo = (): Promise<ServerProcess> => aProcess('two', { S3_ENDPOINT: lines.bucket.url, DATABASE_URL: lines.database.url });
  const site = async (args: readonly string[], settings = env): Promise<[number, string]> => {
    const said: string[] = [];
    const note = (text: string): unknown => said.push(text);
    const { log, error } = console;
    console.log = console.error = note;
    try {
      return [await main(args, settings, { input: Readable.from([]), print: note, complain: note }), said.join('\n')];
    } finally {
      Object.assign(console, { log, error });
    }
  };
  const commit = (at: ServerProcess, team: Team, app: string, release: string): Promise<Response> =>
    signed(at, team.key, 'POST', `/api/releases/${app}/uploads/${release}/commit`, JSON.stringify({ message: `of ${app}` }));
  /** Another command came first: the lease of a process that was paused may have expired. */
  const isBusy = (status: number, { code }: { code?: string }): boolean => status === 503 && code === 'store_busy';
  /** Commits until no other command comes first. */
  const commitAtLast = async (...change: Parameters<typeof commit>): Promise<Response> => {
    for (;;) {
      const response = await commit(...change);
      if (!isBusy(response.status, (await response.clone().json()) as { code?: string })) return response;
      await delay(Number(response.headers.get('Retry-After') ?? 1) * 1_000);
    }
  };
  /** Uploads a build, and changes nothing yet. */
  const upload = async (at: ServerProcess, team: Team, app: string, options: { text: string; path?: string }): Promise<string> =>
    releaseIn((await team.site('check', ...(await team.build(app, options)), '--to', at.url))[1]);

  beforeAll(async () => {
    storage = await aStorage();
    const { S3_ENDPOINT = '', DATABASE_URL = '' } = storage.variables;
    lines = { bucket: await aBreakableProxy(S3_ENDPOINT), database: await aBreakableProxy(DATABASE_URL) };
    env = anEnvironment(storage.folder, { ...storage.variables, LOG_LEVEL: 'warn', USDA_SOURCE: 'sample' });
    await aReleaseFolder(env['RELEASES_DIR'] ?? '', TEST_SIGNING_KEY);
    await migrateSite(env);
    moved = [await site(['move-releases']), await site(['move-releases'])];
    // The servers have the public half, and sign with a key that they share.
    Object.assign(env, { RELEASE_STORE: 'database', RELEASE_SIGNING_KEY: publicHalf(TEST_SIGNING_KEY) });
    [one, two] = await Promise.all([aProcess('one'), aTwo()]);
    ({ owner, eggs } = await withEggs(one, '--paths', '/projects/eggs,/projects/shared'));
    hens = await aTeam();
    const grant = ['--key', hens.publicKey, '--paths', '/projects/hens,/projects/shared'];
    await owner.site('team', 'add', 'hens', ...grant, '--to', one.url);
    // What the owner signed through one process is known to the other.
    await until(async () => (await hens.site('status', '--to', two.url))[0] === 0);
  });
  afterAll(async () => {
    expect(await Promise.all([stop(one), stop(two)])).toEqual([0, 0]);
    for (const line of Object.values(lines)) line.close();
    await storage.remove();
  });

  test('move-releases moves a folder into the database and the bucket, and may be repeated', () => {
    expect(moved).toEqual([
      [0, expect.stringContaining('1 release was moved')],
      [0, expect.stringContaining('have already been moved')],
    ]);
  });

  test('the other process picks up a new registry, and has its files at once', async () => {
    const release = await upload(one, eggs, 'eggs', { text: 'first' });
    expect((await commit(one, eggs, 'eggs', release)).status).toBe(200);
    // A visitor with the document of one process may request its files from the other.
    expect([await liveAt(one.url, 'eggs'), await fileOf(two, 'eggs', release)]).toEqual([release, 200]);
    const start = performance.now();
    await until(isLive(two, 'eggs', release));
    process.stderr.write(`the other process followed after ${Math.round(performance.now() - start)} ms\n`);
    expect(await fileOf(two, 'eggs', '0.1.0-000000000000')).toBe(404);
  });

  test('row 4: two teams release at the same instant to two processes: both land', async () => {
    const rounds = 4;
    const ofEggs: string[] = [];
    const ofHens: string[] = [];
    for (let n = 0; n < rounds; n += 1) {
      ofEggs.push(await upload(one, eggs, 'eggs', { text: `round ${n}` }));
      ofHens.push(await upload(two, hens, 'hens', { text: `round ${n}` }));
    }
    for (let n = 0; n < rounds; n += 1) {
      const answers = await Promise.all([
        commitAtLast(one, eggs, 'eggs', ofEggs[n] ?? ''),
        commitAtLast(two, hens, 'hens', ofHens[n] ?? ''),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
    for (const at of [one, two]) {
      await until(isLive(at, 'eggs', ofEggs.at(-1) ?? ''));
      await until(isLive(at, 'hens', ofHens.at(-1) ?? ''));
      const [, log] = await owner.site('log', '--to', at.url);
      const serials = [...log.matchAll(/ {2,}(\d+) {2}(?:eggs|hens) /g)].map(([, serial]) => serial);
      expect(new Set(serials).size).toBe(serials.length);
      for (const release of [...ofEggs, ...ofHens]) expect(log).toContain(release);
    }
  });

  test('row 4: the gate checks each release against the other: of two that claim the same path, only one goes live', async () => {
    const path = '/projects/shared';
    const claims = [
      [one, eggs, 'ducks'],
      [two, hens, 'geese'],
    ] as const;
    const uploads: string[] = [];
    for (const [at, team, app] of claims) {
      await owner.site('team', 'add', app, '--key', team.publicKey, '--paths', path, '--to', one.url);
      await until(async () => (await team.site('status', '--to', at.url))[0] === 0);
      uploads.push(await upload(at, team, app, { text: 'ours', path }));
    }
    const answers = await Promise.all(claims.map(([at, team, app], n) => commitAtLast(at, team, app, uploads[n] ?? '')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts.join('\n')).toMatch(/\/projects\/shared.*(?:ducks|geese)/);
  });

  test('row 5: an upload interrupted in one process is completed by another, which requests only what is missing', async () => {
    const build = await eggs.build('eggs', { text: 'cut', bytes: 2_000 });
    const { fetch: realFetch } = globalThis;
    let puts = 0;
    const cutAt = (limit: number): void => {
      puts = 0;
      globalThis.fetch = (input, init) =>
        init?.method === 'PUT' && ++puts > limit ? Promise.reject(new TypeError('cut')) : realFetch(input, init);
    };
    try {
      cutAt(0);
      expect((await eggs.site('release', ...build, '--to', two.url))[0]).toBe(1);
      cutAt(1);
      expect((await eggs.site('release', ...build, '--to', one.url))[0]).toBe(1);
      cutAt(Infinity);
      const [, said] = await eggs.site('release', ...build, '--to', two.url);
      const release = releaseIn(said);
      // One of the two new files had arrived; the two that the live release also has were never requested.
      expect([said, puts]).toEqual([expect.stringContaining('is live'), 1]);
      for (const at of [one, two]) await until(isLive(at, 'eggs', release));
      expect((await eggs.site('release', ...build, '--to', one.url))[1]).toContain('was already live');
    } finally {
      globalThis.fetch = realFetch;
    }
  });

  test('row 5: a release that is sent to both at the same time appears once', async () => {
    const build = await eggs.build('eggs', { text: 'twice' });
    const release = releaseIn((await eggs.site('check', ...build, '--to', one.url))[1]);
    const answers = await Promise.all([1, 2].flatMap(() => [one, two]).map((at) => commit(at, eggs, 'eggs', release)));
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { changed?: boolean; code?: string }[];
    // A later one may find that the first has finished the upload, or is told to try again.
    const isAllowed = (status: number, n: number) => [200, 404, 409].includes(status) || isBusy(status, bodies[n] ?? {});
    expect(answers.filter(({ status }, n) => !isAllowed(status, n))).toEqual([]);
    expect(bodies.filter(({ changed }) => changed)).toHaveLength(1);
    const [, log] = await owner.site('log', 'eggs', '--to', one.url);
    expect(log.split('\n').filter((text) => text.includes(`-> ${release}`))).toHaveLength(1);
  });

  test('while the bucket is unreachable, a release is refused with an explanation, and none of it is visible', async () => {
    const before = await liveAt(two.url, 'hens');
    const build = await hens.build('hens', { text: 'no bucket' });
    const release = releaseIn((await hens.site('check', ...build, '--to', two.url))[1]);
    lines.bucket.cut();
    const refused = await commit(two, hens, 'hens', release);
    expect([refused.status, ((await refused.json()) as { details: string }).details]).toEqual([
      503,
      expect.stringContaining('the release bucket cannot be reached'),
    ]);
    expect([await liveAt(two.url, 'hens'), await fileOf(two, 'hens', release)]).toEqual([before, 404]);
    expect((await owner.site('log', 'hens', '--to', one.url))[1]).not.toContain(release);
    lines.bucket.restore();
    expect((await commit(two, hens, 'hens', release)).status).toBe(200);
    await until(isLive(one, 'hens', release));
  });

  test('while the database is unreachable, a process serves what it has and refuses releases; then it follows', async () => {
    const before = (await liveAt(two.url, 'hens')) ?? '';
    const release = await upload(one, hens, 'hens', { text: 'no database' });
    lines.database.cut();
    expect([(await fetch(two.url)).status, await fileOf(two, 'hens', before)]).toEqual([200, 200]);
    expect((await commit(two, hens, 'hens', release)).status).toBe(503);
    expect((await commit(one, hens, 'hens', release)).status).toBe(200);
    expect(await liveAt(two.url, 'hens')).toBe(before);
    lines.database.restore();
    await until(isLive(two, 'hens', release));
  });

  test('row 10: a process that lost its disk has everything again when it starts: pages, log, and rollback', async () => {
    const live = await liveAt(one.url, 'eggs');
    const [, log] = await owner.site('log', '--to', one.url);
    expect(await stop(two)).toBe(0);
    await rm(folder('two'), { recursive: true });
    two = await aTwo();
    expect(await liveAt(two.url, 'eggs')).toBe(live);
    expect((await owner.site('log', '--to', two.url))[1]).toBe(log);
    expect((await owner.site('verify', 'eggs', live ?? '', '--to', two.url))[0]).toBe(0);
    const [, back] = await eggs.site('rollback', 'eggs', '--to', two.url);
    const release = releaseIn(back);
    expect([release === live, await fileOf(two, 'eggs', release)]).toEqual([false, 200]);
    await until(isLive(one, 'eggs', release));
  });

  test('row 10: a running process whose folder is deleted keeps serving, and fills the folder again', async () => {
    const live = (await liveAt(two.url, 'eggs')) ?? '';
    const before = (await readdir(folder('two'), { recursive: true })).filter((path) => /^(?:authority|r)\//.test(path));
    expect(before).toContain('authority/1.root.json');
    // The process may write a file between the deletion of the others and that of their folder.
    await rm(folder('two'), { recursive: true, maxRetries: 20, retryDelay: 20 });
    expect((await fetch(two.url)).status).toBe(200);
    await until(async () => (await fileOf(two, 'eggs', live)) === 200);
    // The deletion may also take some of the new files.
    await until(async () => before.every((path) => existsSync(join(folder('two'), path))));
    const release = await upload(two, eggs, 'eggs', { text: 'after the loss' });
    expect((await commit(two, eggs, 'eggs', release)).status).toBe(200);
    await until(isLive(one, 'eggs', release));
  });

  test('row 10: a process that cannot write a release to its disk serves the rest, and has the release once it can', async () => {
    await owner.site('team', 'add', 'quails', '--key', eggs.publicKey, '--paths', '/projects/quails', '--to', one.url);
    const inTheWay = join(folder('two'), 'r/quails');
    await writeFile(inTheWay, '');
    const release = await upload(one, eggs, 'quails', { text: 'not here yet', path: '/projects/quails' });
    expect((await commit(one, eggs, 'quails', release)).status).toBe(200);
    await until(isLive(two, 'quails', release));
    expect([(await fetch(two.url)).status, await fileOf(two, 'quails', release)]).toEqual([200, 404]);
    await rm(inTheWay);
    await until(async () => (await fileOf(two, 'quails', release)) === 200);
  });

  test('the site command works through the database too, and refuses to bypass it', async () => {
    const args = ['rollback', 'eggs'];
    const own = { ...env, RELEASE_SIGNING_KEY: TEST_SIGNING_KEY };
    const before = await liveAt(one.url, 'eggs');
    const past = { ...own, RELEASES_DIR: folder('one'), RELEASE_STORE: 'folder' };
    expect(await site(args, past)).toEqual([1, expect.stringContaining('add --to <address of the site>')]);
    // In the folder of a running process.
    const [code, said] = await site(args, { ...own, RELEASES_DIR: folder('one') });
    expect([code, said]).toEqual([0, expect.stringContaining(`is live again instead of ${before}`)]);
    for (const at of [one, two]) await until(isLive(at, 'eggs', releaseIn(said)));
  });

  test('other releases are not mixed with these, either in a folder that has its own releases or in the database', async () => {
    const other = { ...env, RELEASES_DIR: folder('other'), RELEASE_SIGNING_KEY: TEST_SIGNING_KEY };
    await aReleaseFolder(other.RELEASES_DIR, TEST_SIGNING_KEY);
    await publishEggs(other.RELEASES_DIR, TEST_SIGNING_KEY, '1.0.0-aaaaaaaaaaaa');
    expect(await site(['status'], other)).toEqual([1, expect.stringContaining('has releases of its own')]);
    expect(await site(['move-releases'], other)).toEqual([1, expect.stringContaining('nothing is overwritten')]);
  });

  test('gc removes a release everywhere; the next gc finishes an interrupted one; the release can come back', async () => {
    const own = { ...env, RELEASES_DIR: folder('command'), RELEASE_SIGNING_KEY: TEST_SIGNING_KEY };
    const { objectStore } = loadConfig(own);
    if (!objectStore) throw new Error('the test has no bucket');
    const stored = async (release: string): Promise<boolean> => {
      for await (const { key } of bundlesIn(releaseBucket(objectStore)).list()) if (key.includes(release)) return true;
      return false;
    };
    await eggs.site('release', ...(await eggs.build('eggs', { text: 'stays' })), '--to', one.url);
    const build = await eggs.build('eggs', { text: 'only tried' });
    const release = releaseIn((await eggs.site('canary', ...build, '--to', two.url))[1]);
    expect((await eggs.site('rollback', 'eggs', '--to', one.url))[1]).toContain('is rolled back');
    for (const at of [one, two]) expect(await fileOf(at, 'eggs', release)).toBe(200);
    expect((await site(['status'], own))[0]).toBe(0);
    // The bucket refuses requests from the future: the command ends after the release is gone, and before its object is.
    expect(await inDays(40, () => site(['gc'], own))).toEqual([1, expect.stringContaining('the release bucket')]);
    expect(await stored(release)).toBe(true);
    for (const name of ['one', 'two']) await until(() => !existsSync(releasePaths.release(folder(name), 'eggs', release)));
    const live = (await liveAt(one.url, 'eggs')) ?? '';
    expect((await site(['gc'], own))[0]).toBe(0);
    expect([await stored(release), await stored(live)]).toEqual([false, true]);
    expect((await eggs.site('release', ...build, '--to', two.url))[1]).toContain(`${release} is live`);
    await until(isLive(one, 'eggs', release));
    expect(await fileOf(one, 'eggs', release)).toBe(200);
  });

  test('row 3: an old registry in place of the newest is refused due to its serial, in a copy and in the database', async () => {
    const database = await new DataSource({ type: 'postgres', url: env['DATABASE_URL'] ?? '' }).initialize();
    const newestRow = async (): Promise<RegistryRow> => {
      const [row] = await database.query<RegistryRow[]>(
        `SELECT revision, path, text FROM release_change WHERE path LIKE 'registry/%' ORDER BY revision DESC LIMIT 1`,
      );
      if (!row) throw new Error('the database has no registry');
      return row;
    };
    try {
      const old = await newestRow();
      const before = await liveAt(two.url, 'eggs');
      const release = await upload(one, eggs, 'eggs', { text: 'after the old registry' });
      expect((await commit(one, eggs, 'eggs', release)).status).toBe(200);
      // Both have seen it.
      for (const at of [one, two]) await until(isLive(at, 'eggs', release));
      const newest = await newestRow();

      await writeFile(releasePaths.registryCurrent(folder('two')), old.text);
      expect(await liveAt(two.url, 'eggs')).toBe(release);

      const revision = String(Number(newest.revision) + 1);
      const rows = [revision, old.path, old.text, revision, 'commit', 'planted'];
      await database.query('INSERT INTO release_change (revision, path, text) VALUES ($1, $2, $3), ($4, $5, $6)', rows);
      const { issuedAt } = JSON.parse((JSON.parse(newest.text) as { registry: string }).registry) as { issuedAt: string };
      for (const [name, at] of [['one', one] as const, ['two', two] as const]) {
        const copied = (): Promise<string> => readFile(releasePaths.copyRevision(folder(name)), 'utf8');
        await until(
          async () => (await copied()) === revision,
          async () => ({
            name,
            revision,
            copied: await copied(),
            last: await database.query('SELECT revision, path FROM release_change ORDER BY revision DESC LIMIT 12'),
          }),
        );
        expect([name, await liveAt(at.url, 'eggs')]).toEqual([name, release]);
        // A registry that is served forever can be recognized by its age.
        const metrics = await (await fetch(`${at.url}/metrics`)).text();
        expect(Number(/^registry_issued_timestamp_seconds\S* (\S+)$/m.exec(metrics)?.[1])).toBe(Date.parse(issuedAt) / 1_000);
      }
      // It is valid in every other respect: a process that has not seen the newest accepts it, as after a restored backup.
      expect(await stop(two)).toBe(0);
      two = await aTwo();
      expect(await liveAt(two.url, 'eggs')).toBe(before);
    } finally {
      await database.destroy();
    }
  });
});
