import { Readable } from 'node:stream';
import { parseNewSubmission, parseSubmissions, parseWeeklyReport } from '@site/contracts';
import { DataSource } from 'typeorm';
import { migrateSite } from '../src/commands/migrate.command.ts';
import { main } from '../src/commands/site-command.ts';
import { databaseOptions, openDatabase, sqliteOptions } from '../src/database/open-database.ts';
import { BannedPictureEntity } from '../src/gallery/banned-picture.entity.ts';
import { PictureReportEntity } from '../src/gallery/picture-report.entity.ts';
import { anEnvironment } from '../src/test-support/a-config.ts';
import { aStorage, type TestStorage } from '../src/test-support/a-database.ts';
import { aFaultUpstream, type FaultUpstream } from '../src/test-support/a-fault-upstream.ts';
import { aMarsRow, anEnvelope } from '../src/test-support/a-mars-row.ts';
import { TEST_PASSWORD_HASH } from '../src/test-support/a-password.ts';
import { aPicture, dataUrl, uploadUntilAnswered } from '../src/test-support/a-picture.ts';
import { aReleaseFolder } from '../src/test-support/a-release-folder.ts';
import { reportFrom } from '../src/test-support/report-from.ts';
import { until } from '../src/test-support/until.ts';
import { startServer } from '../src/start-server.ts';
import { startProcess, stop, type ServerProcess } from '../src/test-support/server-process.ts';

const ROUTE = '/api/kaleidoscope-submissions';

describe('two processes of the site on one PostgreSQL and one bucket', () => {
  let storage: TestStorage;
  let upstream: FaultUpstream;
  let env: Record<string, string>;
  let one: ServerProcess;
  let two: ServerProcess;
  let migrated: string[][];

  beforeAll(async () => {
    storage = await aStorage();
    // Slow enough for both processes to request the report during the first call.
    upstream = await aFaultUpstream((response) => {
      setTimeout(() => {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(anEnvelope([aMarsRow()])));
      }, 700);
    });
    env = anEnvironment(storage.folder, {
      ...storage.variables,
      LOG_LEVEL: 'warn',
      TRUST_PROXY: '127.0.0.1',
      DRAFT_PASSWORD_HASH: TEST_PASSWORD_HASH,
      USDA_API_KEY: 'key',
      USDA_BASE_URL: upstream.baseUrl,
    });
    await aReleaseFolder(env['RELEASES_DIR'] ?? '', env['RELEASE_SIGNING_KEY'] ?? '');
    // Started simultaneously on an empty database: one of them migrates, the other one waits and finds nothing to do.
    migrated = await Promise.all([migrateSite(env), migrateSite(env)]);
    [one, two] = await Promise.all([startProcess(env), startProcess(env)]);
  });
  afterAll(async () => {
    expect(await Promise.all([stop(one), stop(two)])).toEqual([0, 0]);
    await upstream.close();
    await storage.remove();
  });

  const both = () => [one, two];

  test('migrate only once, though both try at the same time', () => {
    expect(migrated.map((names) => names.length > 0).sort()).toEqual([false, true]);
  });

  test('make one call to USDA for 200 callers across both', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const response = await reportFrom(both()[index % 2]?.url ?? '');
        return parseWeeklyReport(await response.json()).currentWeekData.length;
      }),
    );
    expect(new Set(answers)).toEqual(new Set([1]));
    expect(upstream.requests).toHaveLength(1);
  });

  test('list, serve and delete pictures that the other one stored, and recognize their retries', async () => {
    const sent = {
      body: { imageData: dataUrl(await aPicture(1)), flowerCount: 12 },
      headers: { 'Idempotency-Key': 'between-replicas-1' },
    };
    const first = await uploadUntilAnswered(one.url, sent);
    const saved = parseNewSubmission(await first.json());
    const list = parseSubmissions(await (await fetch(two.url + ROUTE)).json());
    expect([first.status, list.map((picture) => picture.id)]).toEqual([201, [saved.id]]);
    expect((await fetch(two.url + saved.imageUrl)).status).toBe(200);
    const retry = await uploadUntilAnswered(two.url, sent);
    expect([retry.status, await retry.json()]).toEqual([200, saved]);
    const deleted = await fetch(`${two.url}${ROUTE}/${saved.id}`, {
      method: 'DELETE',
      headers: { 'X-Delete-Token': saved.deleteToken },
    });
    expect([deleted.status, (await fetch(one.url + saved.imageUrl)).status]).toEqual([204, 410]);
  });

  test('store one picture if both receive it at once', async () => {
    const sent = {
      body: { imageData: dataUrl(await aPicture(2)), flowerCount: 12 },
      headers: { 'Idempotency-Key': 'between-replicas-2' },
    };
    const statuses = await Promise.all(
      [1, 2, 3, 4].flatMap(() => both()).map(async ({ url }) => (await uploadUntilAnswered(url, sent)).status),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([]);
    expect(parseSubmissions(await (await fetch(one.url + ROUTE)).json())).toHaveLength(1);
  });

  test('count wrong passwords together: both reject the sixth in a minute', async () => {
    const attempt = (url: string) =>
      fetch(`${url}/api/verify-password`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.50' },
        body: JSON.stringify({ password: 'wrong' }),
      });
    const statusesOf = async (count: number) =>
      Promise.all(Array.from({ length: count }, async (_, n) => (await attempt(both()[n % 2]?.url ?? '')).status));
    // At once, so that on a slow machine too they are in one minute.
    expect(await statusesOf(5)).toEqual(Array(5).fill(200));
    expect(await statusesOf(2)).toEqual([429, 429]);
  });

  test('count uploads together: the eleventh in a minute is rejected', async () => {
    const send = async (n: number) => {
      const sent = {
        body: { imageData: dataUrl(await aPicture(100 + n)), flowerCount: 1 },
        headers: { 'X-Forwarded-For': '203.0.113.60' },
      };
      return (await uploadUntilAnswered(both()[n % 2]?.url ?? '', sent)).status;
    };
    // At once, so that on a slow machine too they are in one minute.
    expect(await Promise.all(Array.from({ length: 10 }, (_, n) => send(n)))).toEqual(Array(10).fill(201));
    expect(await send(10)).toBe(429);
  });

  test('"PG restart": calls get a response, 503 at worst, and then work as before', async () => {
    const { DATABASE_URL: url = '' } = storage.variables;
    const administrator = await new DataSource({ type: 'postgres', url }).initialize();
    const others = 'FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    await administrator.query(`SELECT pg_terminate_backend(pid) ${others}`);
    await administrator.destroy();
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => (await fetch(`${both()[n % 2]?.url}${ROUTE}/statistics`)).status),
    );
    expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([]);
    for (const { url: replica } of both()) expect((await fetch(`${replica}${ROUTE}/statistics`)).status).toBe(200);
  });

  test('keep serving when one of them is stopped under load: no accepted request fails', async () => {
    const third = await startProcess(env);
    const state = { isStopping: false };
    const failures: string[] = [];
    let answered = 0;
    const callers = Array.from({ length: 8 }, async () => {
      while (!state.isStopping) {
        const response = await fetch(`${third.url}${ROUTE}`).catch((error: unknown) => error);
        // A load balancer would try another process if a connection was never accepted.
        if (response instanceof Response) {
          await response.text().catch(() => failures.push('a response was cut off'));
          if (response.status === 200) answered += 1;
          else failures.push(`status ${response.status}`);
        } else if (!state.isStopping) await new Promise((done) => setTimeout(done, 5));
      }
    });
    let code: number | null = null;
    try {
      await until(() => answered >= 200);
    } finally {
      code = await stop(third);
      state.isStopping = true;
      await Promise.all(callers);
    }
    expect([code, failures]).toEqual([0, []]);
  });
});

test('site move-to-postgres copies pictures, decisions, sessions and prices from a SQLite file, and continues their numbering', async () => {
  const storage = await aStorage();
  const { DATABASE_URL: databaseUrl = '', ...bucket } = storage.variables;
  const OWNER_TOKEN = 'o'.repeat(32);
  const small = anEnvironment(storage.folder, { LOG_LEVEL: 'silent', USDA_SOURCE: 'sample', OWNER_TOKEN });
  await aReleaseFolder(small['RELEASES_DIR'] ?? '', small['RELEASE_SIGNING_KEY'] ?? '');
  await migrateSite(small);
  const before = await startServer(small);
  const first = await uploadUntilAnswered(before.url, { body: { imageData: dataUrl(await aPicture(1)), flowerCount: 12 } });
  const saved = parseNewSubmission(await first.json());
  /** The owner hides the picture and shows it again, more times than a unit of work is retried after a sequence-number conflict. */
  const moderate = async (url: string): Promise<Set<number>> => {
    const statuses = new Set<number>();
    for (const decision of Array.from({ length: 12 }, () => ['hide', 'approve']).flat()) {
      const body = new URLSearchParams({ decision, show: 'visible', id: saved.id });
      const headers = { Authorization: `Bearer ${OWNER_TOKEN}` };
      const response = await fetch(`${url}/owner/gallery/decisions`, { method: 'POST', headers, body, redirect: 'manual' });
      statuses.add(response.status);
    }
    return statuses;
  };
  expect(await moderate(before.url)).toEqual(new Set([303]));
  await (await reportFrom(before.url)).text();
  await before.close();

  const grown = { ...small, DATABASE_URL: databaseUrl, ...bucket };
  const lines: string[] = [];
  const context = {
    input: Readable.from([]),
    print: (line: string) => lines.push(line),
    complain: (line: string) => lines.push(line),
  };
  expect([await main(['move-to-postgres'], grown, context), lines]).toEqual([
    0,
    expect.arrayContaining(['submission: 1 row', 'moderation: 24 rows', 'pictures: 3 files']),
  ]);
  expect(await main(['move-to-postgres'], grown, context)).toBe(1);
  expect(lines.at(-1)).toContain('nothing is overwritten');

  const after = await startServer(grown);
  const second = await uploadUntilAnswered(after.url, { body: { imageData: dataUrl(await aPicture(2)), flowerCount: 12 } });
  const list = parseSubmissions(await (await fetch(after.url + ROUTE)).json()).map((picture) => picture.id);
  expect(list).toEqual([parseNewSubmission(await second.json()).id, saved.id]);
  expect(await moderate(after.url)).toEqual(new Set([303]));
  expect((await fetch(after.url + saved.imageUrl)).status).toBe(200);
  const deleted = await fetch(`${after.url}${ROUTE}/${saved.id}`, {
    method: 'DELETE',
    headers: { 'X-Delete-Token': saved.deleteToken },
  });
  expect(deleted.status).toBe(204);
  await after.close();
  await storage.remove();
});

test('site move-to-postgres names the row that PostgreSQL rejects, and copies no table', async () => {
  const storage = await aStorage();
  const { DATABASE_URL: databaseUrl = '' } = storage.variables;
  const env = anEnvironment(storage.folder, { LOG_LEVEL: 'silent' });
  await migrateSite(env);
  const small = await openDatabase(sqliteOptions(env['DATA_DIR'] ?? ''));
  const report = { visitor: 'v', createdAt: '2026-09-18T15:00:00.000Z' };
  await small.getRepository(BannedPictureEntity).insert({ differenceHash: '0'.repeat(16), createdAt: report.createdAt });
  await small.getRepository(PictureReportEntity).insert([
    { ...report, submissionId: 'good', reason: 'a' },
    { ...report, submissionId: 'bad', reason: 'a\0' },
  ]);
  await small.destroy();

  const grown = { ...env, DATABASE_URL: databaseUrl };
  const lines: string[] = [];
  const note = (line: string) => lines.push(line);
  const context = { input: Readable.from([]), print: note, complain: note };
  expect(await main(['move-to-postgres'], grown, context)).toBe(1);
  expect(lines.at(-1)).toContain(
    'nothing was copied: PostgreSQL rejects the row submission_id bad, visitor v of the table picture_report',
  );
  const database = await openDatabase(databaseOptions({ dataDir: '', databaseUrl }));
  expect(await database.getRepository(BannedPictureEntity).count()).toBe(0);
  await database.destroy();
  await storage.remove();
});
