import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseRegistry, type Registry } from '@site/contracts';
import { publicHalf } from '@site/releases';
import { createRandom } from '@site/sim';
import { DataSource } from 'typeorm';
import { timeoutOf } from '../../../tools/jest/deadlines.mjs';
import { progressOf } from '../../../tools/jest/progress.mjs';
import { migrateSite } from '../src/commands/migrate.command.ts';
import { main } from '../src/commands/site-command.ts';
import { loadConfig } from '../src/config/config.ts';
import { databaseOptions, openDatabase } from '../src/database/open-database.ts';
import { releaseBucket } from '../src/releases/release-bucket.ts';
import { openReleaseOrigin } from '../src/releases/release-copy.ts';
import { anEnvironment, TEST_SIGNING_KEY } from '../src/test-support/a-config.ts';
import { aStorage } from '../src/test-support/a-database.ts';
import { aReleaseFolder } from '../src/test-support/a-release-folder.ts';
import { aTeam } from '../src/test-support/a-team.ts';
import { signed } from '../src/test-support/a-team-site.ts';
import { faultsOfLog, faultsOfSets } from './campaign/check-log.ts';
import { Processes, PROMISED_MS } from './campaign/processes.ts';
import { Tabs, type KnownRelease } from './campaign/tabs.ts';
import { SHARED_PATH, TeamAtWork, type Action } from './campaign/team-at-work.ts';

/** How many builds the teams send in all, each as a release or as a canary. */
const RELEASES = Number(process.env['RELEASES'] ?? 16);
const LIMIT_MS = timeoutOf(RELEASES, 60_000);
/** Seed of all random decisions of the run. */
const SEED = Number(process.env['RELEASE_SEED'] ?? 1);
const APPS = ['eggs', 'hens', 'ducks', 'geese'] as const;
const TABS = Number(process.env['RELEASE_TABS'] ?? 4);
/** A process is killed each time the teams have performed this many actions, after a random delay up to this maximum. */
const ACTIONS_BEFORE_KILL = 6;
const MAX_KILL_DELAY_MS = 500;
const POLL_MS = 20;
const TWO_DAYS_MS = 2 * 86_400_000;

interface Stored {
  readonly registries: Registry[];
  /** Folder of each release, `r/<app>/<release>`, and key of its object in the bucket. */
  readonly releases: ReadonlyMap<string, string>;
}

/** The registries and releases in the database. */
async function storedIn(url: string): Promise<Stored> {
  const database = await new DataSource({ type: 'postgres', url }).initialize();
  const select = 'SELECT path, text FROM release_change';
  type Row = { readonly path: string; readonly text: string };
  const registries = await database.query<Row[]>(`${select} WHERE path LIKE 'registry/%' ORDER BY revision`);
  const releases = await database.query<Row[]>(`${select} WHERE path LIKE 'r/%' AND path NOT LIKE '%.json' ORDER BY revision`);
  await database.destroy();
  return {
    registries: registries.map(({ path, text }) =>
      parseRegistry(JSON.parse((JSON.parse(text) as { registry: string }).registry), path),
    ),
    releases: new Map(releases.map(({ path, text }) => [path, (JSON.parse(text) as { key: string }).key])),
  };
}

/** Folders of releases in the copy of a process, complete or not. */
async function foldersIn(root: string): Promise<string[]> {
  const apps = await readdir(join(root, 'r'));
  const folders = await Promise.all(
    apps.map(async (app) => (await readdir(join(root, 'r', app))).map((name) => `r/${app}/${name}`)),
  );
  return folders.flat().sort();
}

/** Objects that are left in the bucket once everything unused has been deleted. */
async function objectsLeft(
  env: Readonly<Record<string, string>>,
  folder: string,
): Promise<{ bundles: string[]; uploads: string[] }> {
  const config = loadConfig({ ...env, RELEASES_DIR: folder });
  if (!config.objectStore) throw new Error('the test has no bucket');
  const database = await openDatabase(databaseOptions(config));
  const bucket = releaseBucket(config.objectStore);
  const keysBelow = async (prefix: string): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of bucket.list(prefix)) keys.push(key.slice(prefix.length));
    return keys.sort();
  };
  try {
    // What a killed process had stored but not committed is deleted after a day.
    const opened = openReleaseOrigin(config, database, (message) => expect(message).toBe(''));
    await opened?.origin.removeUnused(new Date(Date.now() + TWO_DAYS_MS));
    const uploads = await keysBelow('uploads/');
    return { bundles: await keysBelow('releases/'), uploads: uploads.map((key) => key.split('/').slice(0, 2).join(' ')) };
  } finally {
    await database.destroy();
  }
}

/** Median and maximum. */
function spread(values: readonly number[]): { p50: number; max: number } {
  const sorted = values.toSorted((one, other) => one - other).map(Math.round);
  return { p50: sorted[Math.floor(sorted.length / 2)] ?? 0, max: sorted.at(-1) ?? 0 };
}

/** The number of occurrences of each word, as in `3 done, 1 refused`. */
function countsOf(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
}

test(
  'four teams release at random to two processes that are killed at random: nothing is lost, mixed or left over',
  async () => {
    const storage = await aStorage();
    const env = anEnvironment(storage.folder, { ...storage.variables, LOG_LEVEL: 'warn', USDA_SOURCE: 'sample' });
    await aReleaseFolder(env['RELEASES_DIR'] ?? '', TEST_SIGNING_KEY);
    await migrateSite(env);
    expect(await main(['move-releases'], env, { print: () => undefined })).toBe(0);
    // The servers have the public half, and sign with a key that they share.
    Object.assign(env, { RELEASE_STORE: 'database', RELEASE_SIGNING_KEY: publicHalf(TEST_SIGNING_KEY) });
    const copies = ['one', 'two'].map((name) => join(storage.folder, name));
    const random = createRandom(SEED);
    const processes = await Processes.start(
      copies.map((folder) => ({ ...env, RELEASES_DIR: folder })),
      random,
    );
    const owner = await aTeam(TEST_SIGNING_KEY);
    const known = new Map<string, KnownRelease>();
    const teams: TeamAtWork[] = [];
    const { url = '' } = processes.all[0] ?? {};
    for (const [n, app] of APPS.entries()) {
      const team = await aTeam();
      const grant = ['--key', team.publicKey, '--paths', `/projects/${app},${SHARED_PATH}`, '--to', url];
      expect((await owner.site('team', 'add', app, ...grant))[0]).toBe(0);
      teams.push(new TeamAtWork(app, team, processes, createRandom(SEED * APPS.length + n), known));
      await teams[n]?.begin();
    }
    const { DATABASE_URL: databaseUrl = '' } = env;
    const { registries: before } = await storedIn(databaseUrl);

    const actions = (): Action[] => teams.flatMap((team) => team.actions);
    const start = performance.now();
    const tabs = new Tabs(TABS, processes, known);
    const progress = progressOf('builds sent by the teams', RELEASES);
    let sent = 0;
    const over = new AbortController();
    const killing = (async () => {
      for (let next = ACTIONS_BEFORE_KILL; !over.signal.aborted; next += ACTIONS_BEFORE_KILL) {
        while (!over.signal.aborted && actions().length < next) await delay(POLL_MS);
        await delay(random() * MAX_KILL_DELAY_MS);
        if (!over.signal.aborted) await processes.killAny();
      }
    })();
    const working = teams.map(async (team) => {
      while (sent < RELEASES) {
        if (!(await team.takeAction())) continue;
        sent += 1;
        progress();
      }
    });
    try {
      await Promise.all(working);
    } finally {
      over.abort();
      await killing;
      await tabs.close();
      await processes.settle();
    }
    const seconds = Math.round((performance.now() - start) / 1_000);

    const { p50, max } = spread(processes.followedMs);
    process.stderr.write(
      `${actions().length} actions in ${seconds} s (${countsOf(actions().map(({ kind }) => kind))}; ${countsOf(actions().map(({ outcome }) => outcome))}), ` +
        `${processes.kills} kills, ${tabs.sets.length} visits with ${tabs.files} files, ${tabs.cutOff} requests cut off; ` +
        `an acknowledged registry was served after ${p50} ms (p50), ${max} ms (max): ` +
        `the bound of ${PROMISED_MS} ms ${max <= PROMISED_MS ? 'held' : `did not hold for ${processes.followedMs.filter((ms) => ms > PROMISED_MS).length} of ${processes.followedMs.length}`}\n${processes.late.map((line) => `  late: ${line}\n`).join('')}`,
    );
    const { registries, releases } = await storedIn(databaseUrl);
    const ofTeams = registries.slice(before.length - 1);
    expect(faultsOfLog(actions(), ofTeams)).toEqual([]);
    expect(faultsOfSets(tabs.sets, registries)).toEqual([]);
    // Every process has the same log, which contains no registries but those in the database.
    const logs = await Promise.all(
      processes.all.map(async (at) => (await signed(at, owner.key, 'GET', '/api/releases/log')).text()),
    );
    expect(new Set(logs).size).toBe(1);
    const entries = JSON.parse(logs[0] ?? '') as { app: string; serial: number }[];
    const unknown = entries.filter(
      ({ app, serial }) => app !== 'shell' && !ofTeams.some((registry) => registry.serial === serial),
    );
    expect(unknown).toEqual([]);

    expect(await processes.stop()).toEqual([0, 0]);
    // Starting a process removes what a killed one had not committed.
    const last = await Processes.start(
      copies.map((folder) => ({ ...env, RELEASES_DIR: folder })),
      random,
    );
    expect(await last.stop()).toEqual([0, 0]);
    for (const folder of copies) expect([folder, await foldersIn(folder)]).toEqual([folder, [...releases.keys()].sort()]);
    const { bundles, uploads } = await objectsLeft(env, copies[0] ?? '');
    expect(bundles).toEqual([...releases.values()].sort());
    const unfinished = new Set(
      actions().flatMap(({ app, release, outcome }) =>
        outcome === 'refused' || outcome === 'in doubt' ? [`${app} ${release}`] : [],
      ),
    );
    expect(uploads.filter((upload) => !unfinished.has(upload))).toEqual([]);
    // Otherwise the run would have tested nothing.
    expect(processes.kills).toBeGreaterThan(0);
    expect(new Set(actions().map(({ app }) => app)).size).toBe(APPS.length);
    await storage.remove();
  },
  LIMIT_MS,
);
