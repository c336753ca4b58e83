import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isPassword } from '../passwords/password-hash.ts';
import { parsePasswordHash } from '../config/scrypt-hash.ts';
import { sqliteOptions, openDatabase } from '../database/open-database.ts';
import { ViewCountEntity } from '../telemetry/view-count.entity.ts';
import { WithdrawalEntity } from '../trials/withdrawal.entity.ts';
import { aFolder, anEnvironment, TEST_SIGNING_KEY } from '../test-support/a-config.ts';
import { aReleaseFolder } from '../test-support/a-release-folder.ts';
import { aTrial, EGGS_CANARY } from '../test-support/a-trial.ts';
import { COMMANDS } from './command-list.ts';
import type { Command } from './command.ts';
import { migrateSite } from './migrate.command.ts';
import { main } from './site-command.ts';

async function run(args: readonly string[], input = '', env: Record<string, string> = {}) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const code = await main(args, env, {
    input: Readable.from([input]),
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
  });
  return { code, printed, complaints };
}

test('site hash-password prints a hash of what it reads, and nothing else', async () => {
  const { code, printed } = await run(['hash-password'], 'a long enough password\n');
  const parsed = parsePasswordHash(printed[0] ?? '');
  expect([code, printed.length, parsed && isPassword('a long enough password', parsed)]).toEqual([0, 1, true]);
});

test('site hash-password refuses a password of fewer than 15 characters', async () => {
  const { code, printed, complaints } = await run(['hash-password'], 'short\n');
  expect([code, printed, complaints]).toEqual([1, [], ['site: a password needs at least 15 characters']]);
});

test('site without a command, or with --help, names every command', async () => {
  for (const [args, expected] of [
    [[], 2],
    [['--help'], 0],
  ] as const) {
    const { code, printed } = await run(args);
    expect(code).toBe(expected);
    for (const name of ['release <app>', 'status', 'key [--public]', 'hash-password']) expect(printed.join('\n')).toContain(name);
  }
});

test('a command whose files are missing is not reported here: bin/site.mjs says what has happened to them', async () => {
  const missing = Object.assign(new Error('Cannot find module'), { code: 'ERR_MODULE_NOT_FOUND' });
  const command = COMMANDS.find(({ name }) => name === 'jobs') as { load: Command['load'] };
  const { load } = command;
  command.load = () => Promise.reject(missing);
  await expect(run(['jobs'])).rejects.toBe(missing);
  command.load = load;
});

describe('with a release store', () => {
  let folder: Awaited<ReturnType<typeof aFolder>>;
  let env: Record<string, string>;
  const { log } = console;
  const write = process.stdout.write;
  let said: string[];
  beforeEach(async () => {
    folder = await aFolder();
    env = anEnvironment(folder.path);
    await aReleaseFolder(join(folder.path, 'releases'), TEST_SIGNING_KEY);
    said = [];
    console.log = () => undefined;
    process.stdout.write = (text) => said.push(String(text)) > 0;
  });
  afterEach(async () => {
    console.log = log;
    process.stdout.write = write;
    await folder.remove();
  });

  test('site status shows one load time for a single view', async () => {
    await migrateSite(env);
    const database = await openDatabase(sqliteOptions(join(folder.path, 'data')));
    const view = {
      app: 'eggs',
      release: EGGS_CANARY,
      trial: 0,
      path: '/projects/eggs',
      outcome: 'shown',
      message: null,
    } as const;
    const hour = String(Math.floor(Date.now() / 3_600_000) * 3_600_000);
    await database.getRepository(ViewCountEntity).insert({ ...view, hour, loadClass: 9, views: 1 });
    await database.destroy();
    const { code, printed } = await run(['status'], '', env);
    expect([code, printed]).toEqual([
      0,
      ['page views in the last 24 hours:', `eggs  ${EGGS_CANARY}  1 view, 0.0% failed, median 309 ms, 95th percentile 309 ms`],
    ]);
  });

  test('site status does not change the database of an older release, and says what to do', async () => {
    const options = sqliteOptions(join(folder.path, 'data'));
    await migrateSite(env);
    const database = await openDatabase(options);
    await database.query("DELETE FROM migrations WHERE name LIKE 'IndexViewCounts%'");
    await database.destroy();
    const { code, complaints } = await run(['status'], '', env);
    expect([code, complaints]).toEqual([
      1,
      [expect.stringContaining('its tables are from an older version: bring them up to date with `npx site migrate`')],
    ]);
  });

  test('site export says how many pages and files there are and where links lead, and nothing else', async () => {
    const out = join(folder.path, 'out');
    const { code, printed } = await run(['export', out], '', env);
    expect([code, printed.map((line) => line.replace(/\d+/g, 'n'))]).toEqual([
      0,
      [
        expect.stringMatching(`^n pages? and n release files? are in ${out.replace(/\d+/g, 'n')}$`),
        expect.stringMatching(/^links in the pages point to http/),
      ],
    ]);
    expect(said).toEqual([]);
  });
});

describe('after the site has withdrawn a canary', () => {
  let folder: Awaited<ReturnType<typeof aFolder>>;
  let env: Record<string, string>;
  beforeAll(async () => {
    folder = await aFolder();
    env = anEnvironment(folder.path);
    const releases = join(folder.path, 'releases');
    await aReleaseFolder(releases, TEST_SIGNING_KEY);
    const { since } = await aTrial(releases, TEST_SIGNING_KEY);
    await migrateSite(env);
    const database = await openDatabase(sqliteOptions(join(folder.path, 'data')));
    const withdrawal = {
      app: 'eggs',
      trial: since,
      release: EGGS_CANARY,
      reason: '3 of 3 failed',
      at: '2026-11-20T00:00:00.000Z',
    };
    await database.getRepository(WithdrawalEntity).insert(withdrawal);
    await database.destroy();
  });
  afterAll(() => folder.remove());

  test.each(['promote eggs', 'canary eggs --share 50', 'canary --share 50 eggs', '--share 50 canary eggs', 'promote -- eggs'])(
    'site %s is refused, wherever the app is named',
    async (words) => {
      const { code, complaints } = await run(words.split(' '), '', env);
      expect([code, complaints]).toEqual([1, [expect.stringContaining(`eggs ${EGGS_CANARY} was withdrawn`)]]);
    },
  );

  test.each(['promote eggs', 'status'])('site %s says in one sentence that the database cannot be reached', async (words) => {
    const away = { ...env, DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/site' };
    const { log } = console;
    console.log = () => undefined;
    try {
      const { code, complaints } = await run(words.split(' '), '', away);
      const sentence = /^site: The database in DATABASE_URL \(127\.0\.0\.1:1\/site\) cannot be used: /;
      expect([code, complaints]).toEqual([1, [expect.stringMatching(sentence)]]);
    } finally {
      console.log = log;
    }
  });
});
