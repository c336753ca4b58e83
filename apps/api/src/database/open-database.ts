import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DataSource } from 'typeorm';
import type { SqliteConnectionOptions } from 'typeorm/driver/sqlite/SqliteConnectionOptions.js';
import { ENTITIES } from './entities.ts';
import { CreateReportCopy1793000000000 } from './migrations/1793000000000-create-report-copy.ts';
import { CreatePriceMemory1793100000000 } from './migrations/1793100000000-create-price-memory.ts';
import { CreateDraftGate1793200000000 } from './migrations/1793200000000-create-draft-gate.ts';
import { CreateGallery1793300000000 } from './migrations/1793300000000-create-gallery.ts';

const MIGRATIONS = [
  CreateReportCopy1793000000000,
  CreatePriceMemory1793100000000,
  CreateDraftGate1793200000000,
  CreateGallery1793300000000,
];
const BUSY_TIMEOUT_MS = 5_000;

/** SQLite's number for `synchronous = FULL`: a commit is on the disk before it is acknowledged. */
const SYNCHRONOUS_FULL = 2;

export function databaseOptions(dataDir: string): SqliteConnectionOptions {
  return {
    type: 'sqlite',
    database: join(dataDir, 'site.sqlite'),
    entities: ENTITIES,
    migrations: MIGRATIONS,
    synchronize: false,
    enableWAL: true,
    busyTimeout: BUSY_TIMEOUT_MS,
  };
}

async function readPragma(database: DataSource, name: string): Promise<unknown> {
  const rows: unknown = await database.query(`PRAGMA ${name}`);
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
  return typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined;
}

/** The settings belong to the connection, not to the file, so they are set and read back at each open. */
async function makeDurable(database: DataSource): Promise<void> {
  await database.query('PRAGMA foreign_keys = ON');
  await database.query('PRAGMA synchronous = FULL');
  const wanted: readonly [string, unknown][] = [
    ['journal_mode', 'wal'],
    ['synchronous', SYNCHRONOUS_FULL],
    ['foreign_keys', 1],
    ['busy_timeout', BUSY_TIMEOUT_MS],
  ];
  for (const [name, value] of wanted) {
    const actual = await readPragma(database, name);
    if (actual !== value) throw new Error(`SQLite reads ${name} = ${String(actual)}, not ${String(value)}`);
  }
}

/** Opens the site's database and brings its tables up to date. @throws Error naming the folder and what is wrong */
export async function openDatabase(options: SqliteConnectionOptions): Promise<DataSource> {
  const folder = dirname(options.database);
  const database = new DataSource(options);
  try {
    await mkdir(folder, { recursive: true });
    await database.initialize();
    await makeDurable(database);
    await database.runMigrations({ transaction: 'each' });
    return database;
  } catch (cause) {
    if (database.isInitialized) await database.destroy();
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/^Error: /, '');
    throw new Error(`The database in DATA_DIR (${folder}) cannot be used: ${reason}`, { cause });
  }
}
