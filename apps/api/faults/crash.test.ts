import { resolve } from 'node:path';
import { timeoutOf } from '../../../tools/jest/deadlines.mjs';
import { migrateSite } from '../src/commands/migrate.command.ts';
import { openDatabase, sqliteOptions } from '../src/database/open-database.ts';
import { anEnvironment } from '../src/test-support/a-config.ts';
import { aStorage } from '../src/test-support/a-database.ts';
import { aReleaseFolder } from '../src/test-support/a-release-folder.ts';
import { crashCampaign } from './crash-campaign.ts';

/** `npm run test:faults` runs 500; `npm run test:all` a few. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 3);
/** Twenty times what a round takes on an idle machine. */
const MAX_ROUND_MS = 100_000;

async function aSite() {
  const storage = await aStorage();
  const env = anEnvironment(storage.folder, {
    ...storage.variables,
    LOG_LEVEL: 'silent',
    GALLERY_UPLOADS_PER_MINUTE: '1000000',
    GALLERY_UPLOADS_PER_DAY: '1000000',
    GALLERY_MAX_PICTURES: '1000000',
    TELEMETRY_REPORTS_PER_MINUTE: '1000000',
  });
  await aReleaseFolder(env['RELEASES_DIR'] ?? '', env['RELEASE_SIGNING_KEY'] ?? '');
  await migrateSite(env);
  return { env, remove: storage.remove };
}

/** Problems that SQLite finds in its file; PostgreSQL's server was not killed. */
async function damageOf(env: Readonly<Record<string, string>>): Promise<string[]> {
  if (env['DATABASE_URL'] !== undefined) return [];
  const database = await openDatabase(sqliteOptions(env['DATA_DIR'] ?? ''));
  const rows: { integrity_check: string }[] = await database.query('PRAGMA integrity_check');
  await database.destroy();
  return rows.map((row) => row.integrity_check).filter((words) => words !== 'ok');
}

test(
  `"kill -9": ${ROUNDS} rounds with four writers lose no acknowledged picture and leave no duplicate`,
  async () => {
    const { env, remove } = await aSite();
    const result = await crashCampaign(env, ROUNDS);
    process.stderr.write(`crash campaign: ${JSON.stringify(result)}\n`);
    expect(result).toMatchObject({ lost: [], duplicates: 0, wrongBytes: 0 });
    expect(result.acknowledged).toBeGreaterThan(ROUNDS);
    expect(await damageOf(env)).toEqual([]);
    await remove();
  },
  timeoutOf(ROUNDS, MAX_ROUND_MS),
);

test('the campaign notices a server that acknowledges before the row is written', async () => {
  const { env, remove } = await aSite();
  const broken = ['--import', resolve(import.meta.dirname, 'ack-before-row.mjs')];
  const result = await crashCampaign(env, 3, broken);
  expect(result.lost.length).toBeGreaterThan(0);
  await remove();
});
