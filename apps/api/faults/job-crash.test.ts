import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseNewSubmission, type NewSubmission } from '@site/contracts';
import { timeoutOf } from '../../../tools/jest/deadlines.mjs';
import { progressOf } from '../../../tools/jest/progress.mjs';
import { migrateSite } from '../src/commands/migrate.command.ts';
import { commandConfig } from '../src/commands/command-config.ts';
import { databaseOptions, openDatabase } from '../src/database/open-database.ts';
import type { SiteDatabase } from '../src/database/site-database.ts';
import { openPictureStore } from '../src/gallery/open-picture-store.ts';
import { idOfKey } from '../src/gallery/picture-store.ts';
import { anEnvironment } from '../src/test-support/a-config.ts';
import { aStorage } from '../src/test-support/a-database.ts';
import { aPicture, dataUrl, uploadUntilAnswered } from '../src/test-support/a-picture.ts';
import { aReleaseFolder } from '../src/test-support/a-release-folder.ts';
import { closeAtEnd } from '../src/test-support/left-open.ts';
import { reportFrom } from '../src/test-support/report-from.ts';
import { kill, startProcess, type ServerProcess } from '../src/test-support/server-process.ts';

/** `npm run test:faults` kills 200 times; `npm run test:all` a few. */
const KILLS = Number(process.env['JOB_KILLS'] ?? 4);
const KILLS_PER_CYCLE = 4;
/** On an idle machine, a kill at a random time within this comes before, during or after the jobs. */
const KILL_BEFORE_MS = 1_500;
/** Twenty times what a kill takes on an idle machine. */
const MAX_KILL_MS = 100_000;
const ROUTE = '/api/kaleidoscope-submissions';
const PICTURES = 11;
const DELETIONS = 3;
const POLL_MS = 50;

/** A year of both reports has more weeks with prices than this. */
const MIN_WEEKS = 100;
const HISTORY_JOBS = `SELECT name FROM job WHERE kind LIKE 'price history%'`;

/** The number of prices in each week. */
type Weeks = readonly { readonly commodity: string; readonly week: string; readonly rows: string }[];

async function weeksOf(database: SiteDatabase): Promise<Weeks> {
  const rows: { commodity: string; week: string; rows: string | number }[] = await database.query(
    'SELECT commodity, week, COUNT(*) AS rows FROM price_snapshot GROUP BY commodity, week ORDER BY commodity, week',
  );
  return rows.map(({ commodity, week, rows: count }) => ({ commodity, week, rows: String(count) }));
}

/** Number of prices that are missing from the series; negative if some are duplicated there. */
async function countMissingPoints(database: SiteDatabase): Promise<number> {
  const mark = `"date"`;
  const points = `(LENGTH(json) - LENGTH(REPLACE(json, '${mark}', ''))) / ${mark.length}`;
  const [row]: { difference: string | number }[] = await database.query(
    `SELECT (SELECT COUNT(*) FROM price_snapshot) - (SELECT COALESCE(SUM(${points}), 0) FROM price_series) AS difference`,
  );
  return Number(row?.difference);
}

/** @param nodeOptions break the servers that are killed; the one that finishes their work is intact */
async function aCampaign(nodeOptions: readonly string[] = []) {
  const storage = await aStorage();
  const env = anEnvironment(storage.folder, {
    ...storage.variables,
    LOG_LEVEL: 'silent',
    USDA_SOURCE: 'sample',
    GALLERY_UPLOADS_PER_MINUTE: '1000000',
    GALLERY_UPLOADS_PER_DAY: '1000000',
  });
  await aReleaseFolder(env['RELEASES_DIR'] ?? '', env['RELEASE_SIGNING_KEY'] ?? '');
  await migrateSite(env);
  const config = commandConfig(env);
  const database = await openDatabase(databaseOptions(config));
  const store = openPictureStore(config);
  await store.prepare();

  const started: ServerProcess[] = [];
  const launch = async (options: readonly string[] = []) => {
    const server = await startProcess(env, options);
    started.push(server);
    return server;
  };
  const end = closeAtEnd(async () => {
    // A failed test leaves its server running, which would keep the run from ending.
    for (const { process: child } of started) child.kill('SIGKILL');
    await database.destroy();
    await storage.remove();
  });

  const atAnyTime = () => delay(Math.random() * KILL_BEFORE_MS);
  /** Resolves once all responses have been sent and the table has no price history job: unfinished work then exists only in memory. */
  async function onceJobsAreGone(answers: Promise<unknown>): Promise<void> {
    await answers;
    // A report that took too long for its visitor is stored, with its job, after the response.
    while ((await database.query('SELECT source FROM upstream_copy')).length < 2) await delay(POLL_MS);
    while ((await database.query(HISTORY_JOBS)).length > 0) await delay(POLL_MS);
  }

  /**
   * Starts all work from scratch (a year of prices, deleted pictures and one that expires), and kills the server.
   * @param killMoment gets the responses to the requests for that work, and resolves when it is time to kill the server
   */
  async function begin(cycle: number, killMoment: (answers: Promise<unknown>) => Promise<void> = atAnyTime): Promise<void> {
    for (const table of ['price_snapshot', 'price_series', 'upstream_copy', 'job', 'submission'])
      await database.query(`DELETE FROM ${table}`);
    await database.query(`DELETE FROM setting WHERE name LIKE 'revision%'`);
    for await (const { key } of store.list()) await store.remove(key);
    const server = await launch(nodeOptions);
    const saved: NewSubmission[] = [];
    for (let n = 0; n < PICTURES; n += 1) {
      const sent = { body: { imageData: dataUrl(await aPicture(cycle * 100 + n)), flowerCount: 1 } };
      saved.push(parseNewSubmission(await (await uploadUntilAnswered(server.url, sent)).json()));
    }
    await database.query(`UPDATE submission SET created_at = '2020-01-01T00:00:00.000Z' WHERE id = '${saved[0]?.id}'`);
    await database.query(`UPDATE job SET run_at = 0 WHERE name = 'sweep the gallery' AND state = 'waiting'`);
    const asked = [
      ...['egg', 'beef'].map((report) => fetch(`${server.url}/api/weekly-${report}-report`)),
      ...saved
        .slice(1, 1 + DELETIONS)
        .map(({ id, deleteToken }) =>
          fetch(`${server.url}${ROUTE}/${id}`, { method: 'DELETE', headers: { 'X-Delete-Token': deleteToken } }),
        ),
    ];
    const answers = Promise.allSettled(asked);
    // A crash before anything was stored would prove nothing.
    await Promise.race(asked);
    await killMoment(answers);
    await kill(server);
    await answers;
  }

  /** Makes the claims of a killed process expire now. */
  const letClaimsEnd = () => database.query(`UPDATE job SET run_at = 0 WHERE state = 'running'`);

  async function crashAgain(): Promise<void> {
    await letClaimsEnd();
    const server = await launch(nodeOptions);
    await atAnyTime();
    await kill(server);
  }

  /** Lets the remaining work finish, and returns the resulting state. */
  async function finish() {
    await letClaimsEnd();
    const server = await launch();
    // A visitor for each report, in case the crash came before a report was stored.
    for (const report of ['egg', 'beef'] as const) await (await reportFrom(server.url, report)).text();
    const remaining = `SELECT name FROM job WHERE kind LIKE 'price history%' OR kind LIKE 'remove%' OR state = 'running' OR run_at = 0`;
    while ((await database.query(remaining)).length > 0) await delay(POLL_MS);
    await (await fetch(`${server.url}/api/price-history?commodity=egg`)).text();
    await kill(server);
    const rows: { id: string; status: string }[] = await database.query('SELECT id, status FROM submission');
    const kept = new Set(rows.filter(({ status }) => status !== 'deleted').map(({ id }) => id));
    const files = new Map<string, number>();
    for await (const { key } of store.list()) files.set(idOfKey(key), (files.get(idOfKey(key)) ?? 0) + 1);
    return {
      weeks: await weeksOf(database),
      pointsMissing: await countMissingPoints(database),
      orphans: [...files.keys()].filter((id) => !kept.has(id)),
      withoutFiles: [...kept].filter((id) => files.get(id) !== 3),
      notListed: rows.filter(({ status }) => status === 'missing').map(({ id }) => id),
      removed: rows.length - kept.size,
    };
  }

  return { begin, onceJobsAreGone, crashAgain, finish, end };
}

test(
  `"kill -9" during backfill, removals and sweeps: ${KILLS} kills leave no hole, no orphan, and no picture without its files`,
  async () => {
    const campaign = await aCampaign();
    await campaign.begin(0);
    const { weeks } = await campaign.finish();
    expect(new Set(weeks.map(({ commodity }) => commodity))).toEqual(new Set(['beef', 'egg']));
    expect(weeks.length).toBeGreaterThan(MIN_WEEKS);
    const progress = progressOf('kills during jobs', KILLS);
    let kills = 1;
    let removed = 0;
    for (let cycle = 1; kills < KILLS; cycle += 1) {
      await campaign.begin(cycle);
      for (let n = 1; n < KILLS_PER_CYCLE; n += 1) await campaign.crashAgain();
      kills += KILLS_PER_CYCLE;
      progress(KILLS_PER_CYCLE);
      const result = await campaign.finish();
      expect(result).toMatchObject({ weeks, pointsMissing: 0, orphans: [], withoutFiles: [], notListed: [] });
      removed += result.removed;
    }
    process.stderr.write(`job campaign: ${JSON.stringify({ kills, weeks: weeks.length, removed })}\n`);
    await campaign.end();
  },
  timeoutOf(KILLS, MAX_KILL_MS),
);

test('the campaign notices a server that takes a job out of its table before it is done', async () => {
  const campaign = await aCampaign(['--import', resolve(import.meta.dirname, 'forgotten-job.mjs')]);
  await campaign.begin(0, campaign.onceJobsAreGone);
  const { weeks } = await campaign.finish();
  process.stderr.write(`job campaign without stored jobs: ${weeks.length} weeks\n`);
  expect(weeks.length).toBeLessThan(MIN_WEEKS);
  await campaign.end();
});
