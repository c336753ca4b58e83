import { resolve } from 'node:path';
import { DataSource } from 'typeorm';
import { sqliteOptions } from '../src/database/open-database.ts';
import { aFolder, anEnvironment } from '../src/test-support/a-config.ts';
import { aReleaseFolder } from '../src/test-support/a-release-folder.ts';
import { crashCampaign } from './crash-campaign.ts';

/** `npm run test:faults` runs 500; `npm run test:all` a few. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 3);
/** Twenty times what a round takes on a quiet machine. */
const SECONDS_PER_ROUND = 100;

async function aSite() {
  const folder = await aFolder();
  const env = anEnvironment(folder.path, {
    LOG_LEVEL: 'silent',
    GALLERY_UPLOADS_PER_MINUTE: '1000000',
    GALLERY_UPLOADS_PER_DAY: '1000000',
    GALLERY_MAX_PICTURES: '1000000',
    TELEMETRY_REPORTS_PER_MINUTE: '1000000',
  });
  await aReleaseFolder(env['RELEASES_DIR'] ?? '', env['RELEASE_SIGNING_KEY'] ?? '');
  return { env, remove: folder.remove };
}

test(
  `"kill -9": ${ROUNDS} rounds under four writers lose no acknowledged picture and leave no duplicate`,
  async () => {
    const { env, remove } = await aSite();
    const result = await crashCampaign(env, ROUNDS);
    process.stderr.write(`crash campaign: ${JSON.stringify(result)}\n`);
    expect(result).toMatchObject({ lost: [], duplicates: 0, wrongBytes: 0 });
    expect(result.acknowledged).toBeGreaterThan(ROUNDS);
    const database = await new DataSource(sqliteOptions(env['DATA_DIR'] ?? '')).initialize();
    expect(await database.query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    await database.destroy();
    await remove();
  },
  ROUNDS * SECONDS_PER_ROUND * 1_000,
);

test.each([
  ['acknowledges before the row is written', 'ack-before-row.mjs'],
  ['writes pictures into a transaction of the counts of page views', 'held-transaction.mjs'],
])(
  'the campaign notices a server that %s',
  async (_what, file) => {
    const { env, remove } = await aSite();
    const spoilt = ['--import', resolve(import.meta.dirname, file)];
    const result = await crashCampaign(env, 3, spoilt);
    expect(result.lost.length).toBeGreaterThan(0);
    await remove();
  },
  4 * SECONDS_PER_ROUND * 1_000,
);
