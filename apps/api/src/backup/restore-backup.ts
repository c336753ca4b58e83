import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath } from '@site/releases';
import type { Config } from '../config/config.ts';
import { copyTables } from '../database/copy-tables.ts';
import { databaseOptions, migrateDatabase, openDatabase } from '../database/open-database.ts';
import type { SiteDatabase } from '../database/site-database.ts';
import { openPictureStore } from '../gallery/open-picture-store.ts';
import type { PictureStore } from '../gallery/picture-store.ts';
import { contentOf, type Backup, type BackupStore } from './backup-store.ts';
import { countRows, inTemporaryFolder, openCopy } from './database-copy.ts';
import { CURRENT, isRegistry, openReleasePlace } from './release-place.ts';

const DATABASE = 'site.sqlite';
/** SQLite would apply a log to any database beside it. */
const LOG = `${DATABASE}-wal`;
const MAX_NAMED = 5;

/** @throws Error naming what is missing or damaged: nothing may be restored from it */
export async function requireComplete(backups: BackupStore, backup: Backup): Promise<void> {
  const damaged = new Set<string>();
  for (const hash of contentOf(backup)) if ((await backups.getContent(hash)) === null) damaged.add(hash);
  if (damaged.size === 0) return;
  const files = [...Object.entries({ ...backup.pictures, ...backup.releases }), ['the database', backup.database] as const];
  const names = files.filter(([, hash]) => damaged.has(hash)).map(([name]) => name);
  throw new Error(
    `the backup of ${backup.madeAt} is damaged: missing or changed files (${names.length}), such as ${names.slice(0, MAX_NAMED).join(', ')}`,
  );
}

async function contentIn(backups: BackupStore, hash: string): Promise<Buffer> {
  const content = await backups.getContent(hash);
  if (content === null) throw new Error(`${hash} was removed from the backup while it was being read`);
  return content;
}

/** @throws Error if the database of the backup cannot be opened by this version */
async function requireDatabase(backups: BackupStore, { database: hash, rows }: Backup): Promise<void> {
  const content = await contentIn(backups, hash);
  await inTemporaryFolder(async (folder) => (await openCopy(content, folder, rows)).destroy());
}

/** @throws Error if there is data already: nothing is overwritten */
async function requireEmpty(config: Config): Promise<void> {
  if (config.databaseUrl !== null) {
    await migrateDatabase(databaseOptions(config));
    const database = await openDatabase(databaseOptions(config));
    try {
      const used = Object.entries(await countRows(database)).find(([, count]) => count > 0);
      if (used)
        throw new Error(
          `the database at DATABASE_URL already has rows (${used[0]}); specify an empty one: nothing is overwritten`,
        );
    } finally {
      await database.destroy();
    }
  } else if ([DATABASE, LOG].some((file) => existsSync(join(config.dataDir, file)))) {
    throw new Error(`${config.dataDir} already contains data; move it away first: nothing is overwritten`);
  }
  const pictures = await readdir(join(config.dataDir, 'pictures')).catch(() => []);
  if (config.objectStore === null && pictures.length > 0)
    throw new Error(`${config.dataDir} already contains pictures; move them away first: nothing is overwritten`);
}

/** The rows come last: until they are in place, nothing counts as restored. */
async function restoreRows(backups: BackupStore, { database: hash, rows }: Backup, config: Config): Promise<void> {
  const content = await contentIn(backups, hash);
  if (config.databaseUrl !== null) {
    await inTemporaryFolder(async (folder) => {
      const copy = await openCopy(content, folder, rows);
      const target = await openDatabase(databaseOptions(config));
      try {
        await copyTables(copy, target);
      } finally {
        await target.destroy();
        await copy.destroy();
      }
    });
    return;
  }
  // On the same disk, so that it can be renamed.
  const folder = join(config.dataDir, 'restoring');
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  // A restore that was killed leaves its copy here, and the log of the copy.
  await remove();
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const copy = await openCopy(content, folder, rows);
    await copy.query('PRAGMA wal_checkpoint(TRUNCATE)');
    await copy.destroy();
    await syncPath(join(folder, DATABASE));
    await rename(join(folder, DATABASE), join(config.dataDir, DATABASE));
    await syncPath(config.dataDir);
  } finally {
    await remove();
  }
}

/**
 * Restores the releases that are missing. If there is a registry, the store's releases may be newer than the backup's, and are left
 * unchanged. Without one, a restore was interrupted.
 * @returns false if there was nothing to restore, because there were releases already
 */
async function restoreReleases(backups: BackupStore, { releases }: Backup, config: Config): Promise<boolean> {
  const place = openReleasePlace(config);
  if ((await place.get(CURRENT)) !== null) return false;
  const there = new Set<string>();
  for await (const path of place.paths()) there.add(path);
  // The registry last: it must never name a release that is not there.
  const missing = Object.entries(releases).filter(([path]) => isRegistry(path) || !there.has(path));
  for (const [path, hash] of missing.toReversed()) await place.put(path, await contentIn(backups, hash));
  return missing.length > 0 || Object.keys(releases).length === 0;
}

export interface Restored {
  /** False if there were releases already: they may be newer, and were left unchanged. */
  readonly hasRestoredReleases: boolean;
}

/**
 * Restores a backup where there is no data, after checking each of its files. One that was interrupted can be repeated.
 * @param after further work on the restored data, before the restore is complete
 * @throws Error if it is damaged, or there is data already: nothing was restored
 */
export async function restoreBackup(
  backups: BackupStore,
  backup: Backup,
  config: Config,
  after: (database: SiteDatabase, pictures: PictureStore) => Promise<void>,
): Promise<Restored> {
  await requireEmpty(config);
  await requireComplete(backups, backup);
  await requireDatabase(backups, backup);
  const hasRestoredReleases = await restoreReleases(backups, backup, config);
  const pictures = openPictureStore(config);
  await pictures.prepare();
  for (const [key, hash] of Object.entries(backup.pictures)) await pictures.put(key, await contentIn(backups, hash));
  await restoreRows(backups, backup, config);
  const database = await openDatabase(databaseOptions(config));
  try {
    await after(database, pictures);
  } finally {
    await database.destroy();
  }
  return { hasRestoredReleases };
}
