import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { In } from 'typeorm';
import { copyTables } from '../database/copy-tables.ts';
import { migrateDatabase, openDatabase, sqliteOptions } from '../database/open-database.ts';
import type { SiteDatabase } from '../database/site-database.ts';
import { SubmissionEntity, WITH_FILES } from '../gallery/submission.entity.ts';
import { copySqlite } from './copy-sqlite.ts';

const FILE = 'site.sqlite';
/** Node cannot read a larger file in one call, so no backup contains a larger database. */
const MAX_DATABASE_BYTES = 2 ** 31 - 1;

/** Runs work in a folder that nobody else can read, and then removes the folder. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'site-backup-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Number of rows by table. */
export async function countRows(database: SiteDatabase): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const { target, tableName } of database.entityMetadatas) rows[tableName] = await database.getRepository(target).count();
  return rows;
}

export interface DatabaseCopy {
  /** A SQLite database, compressed. */
  readonly content: Buffer;
  /** Number of rows by table. */
  readonly rows: Record<string, number>;
  /** Ids of the pictures that have files. */
  readonly pictures: readonly string[];
}

/** The rows as they are at one point in time, while the site runs, without those that are never copied. */
export function copyDatabase(database: SiteDatabase): Promise<DatabaseCopy> {
  return inTemporaryFolder(async (folder) => {
    const path = join(folder, FILE);
    const { options } = database;
    if (options.type === 'sqlite') await copySqlite(options.database, path);
    else await migrateDatabase(sqliteOptions(folder));
    const copy = await openDatabase(sqliteOptions(folder));
    try {
      if (options.type !== 'sqlite') await copyTables(database, copy);
      const rows = await countRows(copy);
      // Moves everything into the one file.
      await copy.query('PRAGMA wal_checkpoint(TRUNCATE)');
      const pictures = await copy
        .getRepository(SubmissionEntity)
        .find({ select: { id: true }, where: { status: In(WITH_FILES) } });
      return { content: await promisify(gzip)(await readFile(path)), rows, pictures: pictures.map(({ id }) => id) };
    } finally {
      await copy.destroy();
    }
  });
}

/** @throws Error if it is not compressed, or is larger than the database of any backup can be */
async function unzip(content: Buffer): Promise<Buffer> {
  try {
    return await promisify(gunzip)(content, { maxOutputLength: MAX_DATABASE_BYTES });
  } catch (cause) {
    throw new Error(`the database of the backup cannot be unpacked (${(cause as Error).message}): this site did not make it`, {
      cause,
    });
  }
}

/** Opens a database copy in an empty folder. @throws Error if it is not complete */
export async function openCopy(
  content: Buffer,
  folder: string,
  expected: Readonly<Record<string, number>>,
): Promise<SiteDatabase> {
  await writeFile(join(folder, FILE), await unzip(content), { flush: true, mode: 0o600 });
  // It may come from an earlier release.
  await migrateDatabase(sqliteOptions(folder));
  const copy = await openDatabase(sqliteOptions(folder));
  try {
    const [{ integrity_check: found } = { integrity_check: '' }] =
      await copy.query<{ integrity_check: string }[]>('PRAGMA integrity_check');
    if (found !== 'ok') throw new Error(`the database of the backup is damaged: ${found}`);
    const rows = await countRows(copy);
    for (const [table, count] of Object.entries(expected))
      if (table in rows && rows[table] !== count)
        throw new Error(`the backup lists ${count} rows of ${table}, but its database has ${rows[table]}`);
    return copy;
  } catch (error) {
    await copy.destroy();
    throw error;
  }
}
