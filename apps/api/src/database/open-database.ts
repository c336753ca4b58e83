import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sqlite3 from 'sqlite3';
import { DataSource, type QueryRunner } from 'typeorm';
import type { PostgresConnectionOptions } from 'typeorm/driver/postgres/PostgresConnectionOptions.js';
import type { SqliteConnectionOptions } from 'typeorm/driver/sqlite/SqliteConnectionOptions.js';
import { ENTITIES } from '../entities.ts';
import { CreateReportCopy1793000000000 } from './migrations/1793000000000-create-report-copy.ts';
import { CreatePriceMemory1793100000000 } from './migrations/1793100000000-create-price-memory.ts';
import { CreateDraftGate1793200000000 } from './migrations/1793200000000-create-draft-gate.ts';
import { CreateGallery1793300000000 } from './migrations/1793300000000-create-gallery.ts';
import { CreateTelemetry1793400000000 } from './migrations/1793400000000-create-telemetry.ts';
import { IndexViewCounts1793500000000 } from './migrations/1793500000000-index-view-counts.ts';
import { CreatePriceSeries1793600000000 } from './migrations/1793600000000-create-price-series.ts';

const MIGRATIONS = [
  CreateReportCopy1793000000000,
  CreatePriceMemory1793100000000,
  CreateDraftGate1793200000000,
  CreateGallery1793300000000,
  CreateTelemetry1793400000000,
  IndexViewCounts1793500000000,
  CreatePriceSeries1793600000000,
];
const BUSY_TIMEOUT_MS = 5_000;

/** SQLite's number for `synchronous = FULL`: a commit is on the disk before it is acknowledged. */
const SYNCHRONOUS_FULL = 2;

/** Any number, the same in every process: who holds PostgreSQL's lock of this number migrates. */
const MIGRATION_LOCK = 1_793_000_000;

export type DatabaseOptions = SqliteConnectionOptions | PostgresConnectionOptions;

const common = { entities: ENTITIES, migrations: MIGRATIONS, synchronize: false } as const;

/** TypeORM asks for sqlite3 with its long stack traces: every statement would then write out all of its values, in case it fails. */
const driver = { verbose: () => sqlite3 };

export function sqliteOptions(dataDir: string): SqliteConnectionOptions {
  const database = join(dataDir, 'site.sqlite');
  return { ...common, type: 'sqlite', driver, database, enableWAL: true, busyTimeout: BUSY_TIMEOUT_MS };
}

export function databaseOptions({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | null }): DatabaseOptions {
  if (databaseUrl === null) return sqliteOptions(dataDir);
  return {
    ...common,
    type: 'postgres',
    url: databaseUrl,
    poolSize: 10,
    connectTimeoutMS: BUSY_TIMEOUT_MS,
    extra: { statement_timeout: 2 * BUSY_TIMEOUT_MS },
  };
}

async function readSetting(database: DataSource, query: string): Promise<unknown> {
  const rows: unknown = await database.query(query);
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
    const actual = await readSetting(database, `PRAGMA ${name}`);
    if (actual !== value) throw new Error(`SQLite reads ${name} = ${String(actual)}, not ${String(value)}`);
  }
}

/** The server decides how durable a commit is; one that may lose acknowledged pictures is refused. */
async function requireDurableServer(database: DataSource): Promise<void> {
  for (const name of ['fsync', 'synchronous_commit']) {
    const value = await readSetting(database, `SHOW ${name}`);
    if (value === 'off') throw new Error(`the server has ${name} = off, and would lose what it has acknowledged`);
  }
}

/** Of several processes that start at once, one migrates, and the others wait for it. */
async function migrate(database: DataSource): Promise<void> {
  if (database.options.type === 'sqlite') {
    await database.runMigrations({ transaction: 'each' });
    return;
  }
  const lock: QueryRunner = database.createQueryRunner();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await database.runMigrations({ transaction: 'each' });
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    await lock.release();
  }
}

/** Where the data are, without what an address may hold of user and password. */
function describePlace(options: DatabaseOptions): string {
  if (options.type === 'sqlite') return `DATA_DIR (${dirname(options.database)})`;
  const { hostname, port, pathname } = new URL(options.url ?? 'postgres://unknown');
  return `DATABASE_URL (${hostname}${port && `:${port}`}${pathname})`;
}

/** @throws Error when the tables are not those of this version */
async function requireMigrated(database: DataSource): Promise<void> {
  const rows: readonly { name: string }[] = await database.query('SELECT name FROM migrations').catch(() => []);
  if (rows.length === 0) throw new Error('it has no tables of this site; look whether it is the right one');
  const done = new Set(rows.map(({ name }) => name));
  if (!database.migrations.every(({ constructor, name }) => done.has(name ?? constructor.name)))
    throw new Error('its tables are of an older version; start the site once, which brings them up to date');
}

/** Opens the site's database and brings its tables up to date. @throws Error naming the place and what is wrong */
export function openDatabase(options: DatabaseOptions): Promise<DataSource> {
  return open(options, async (database) => {
    if (options.type === 'sqlite') await mkdir(dirname(options.database), { recursive: true });
    await connect(database);
    await migrate(database);
  });
}

/** Opens a database that is there and up to date, and makes neither: the server may be running. @throws Error as `openDatabase` */
export function openExistingDatabase(options: DatabaseOptions): Promise<DataSource> {
  return open(options, async (database) => {
    if (options.type === 'sqlite' && !existsSync(options.database))
      throw new Error('there is none; look whether the folder is right');
    await connect(database);
    await requireMigrated(database);
  });
}

async function connect(database: DataSource): Promise<void> {
  await database.initialize();
  await (database.options.type === 'sqlite' ? makeDurable(database) : requireDurableServer(database));
}

async function open(options: DatabaseOptions, prepare: (database: DataSource) => Promise<void>): Promise<DataSource> {
  const database = new DataSource(options);
  try {
    await prepare(database);
    return database;
  } catch (cause) {
    if (database.isInitialized) await database.destroy();
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/^Error: /, '');
    throw new Error(`The database in ${describePlace(options)} cannot be used: ${reason}`, { cause });
  }
}
