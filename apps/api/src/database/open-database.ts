import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sqlite3 from 'sqlite3';
import type { DataSource, QueryRunner } from 'typeorm';
import type { PostgresConnectionOptions } from 'typeorm/driver/postgres/PostgresConnectionOptions.js';
import type { SqliteConnectionOptions } from 'typeorm/driver/sqlite/SqliteConnectionOptions.js';
import { ENTITIES } from '../entities.ts';
import { codeOf } from '../error-code.ts';
import { MIGRATIONS, OLDEST_RELEASE } from './migrations.ts';
import { SiteDatabase } from './site-database.ts';

const BUSY_TIMEOUT_MS = 5_000;
/** For one of the pool's connections to PostgreSQL. On a busy machine a new process needs seconds for its first ones; so does a failover. */
const CONNECTION_TIMEOUT_MS = 15_000;

/** The database contains keys: only its owner may read it. */
const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;
/**
 * Errors from `chmod` on a file system without permissions, or for a file that belongs to another user, who then decides who may
 * read it.
 */
const UNCHANGEABLE = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'ENOSYS', 'EINVAL', 'EROFS']);

/** SQLite's number for `synchronous = FULL`: a commit is on the disk before it is acknowledged. */
const SYNCHRONOUS_FULL = 2;

/** An arbitrary number, the same in every process: the holder of PostgreSQL's advisory lock with this number migrates. */
const MIGRATION_LOCK = 1_793_000_000;

export type DatabaseOptions = SqliteConnectionOptions | PostgresConnectionOptions;

const common = { entities: ENTITIES, migrations: MIGRATIONS, synchronize: false } as const;

/** TypeORM turns on sqlite3's long stack traces, which format all values of every statement in case it fails. */
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
    connectTimeoutMS: CONNECTION_TIMEOUT_MS,
    extra: { statement_timeout: 2 * BUSY_TIMEOUT_MS },
  };
}

async function readSetting(database: DataSource, query: string): Promise<unknown> {
  const rows: unknown = await database.query(query);
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
  return typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined;
}

/** The settings belong to the connection, not to the file, so they are set and verified each time it is opened. */
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
    if (actual !== value) throw new Error(`SQLite reports ${name} = ${String(actual)}, not ${String(value)}`);
  }
}

/** The database server decides how durable a commit is; one that may lose acknowledged commits is rejected. */
async function requireDurableServer(database: DataSource): Promise<void> {
  for (const name of ['fsync', 'synchronous_commit']) {
    const value = await readSetting(database, `SHOW ${name}`);
    if (value === 'off') throw new Error(`the server has ${name} = off, and would lose what it has acknowledged`);
  }
}

/** Earlier releases cannot know which later tables they may use, so the database records it. */
async function recordOldestRelease(database: SiteDatabase): Promise<void> {
  await database.query('CREATE TABLE IF NOT EXISTS oldest_release (last_migration text PRIMARY KEY)');
  await database.unitOfWork(async () => {
    await database.query('DELETE FROM oldest_release');
    await database.query('INSERT INTO oldest_release (last_migration) VALUES ($1)', [OLDEST_RELEASE]);
  });
}

async function migrateOnce(database: SiteDatabase): Promise<string[]> {
  // First, so that a release that cannot use the new tables is not started between the two.
  await recordOldestRelease(database);
  return namesOf(await database.runMigrations({ transaction: 'each' }));
}

/**
 * A statement that changes a large table may take minutes, but must not wait for a lock for long: whoever needs the table would wait
 * behind it.
 */
function migrationOptions(options: DatabaseOptions): DatabaseOptions {
  if (options.type === 'sqlite') return options;
  return { ...options, extra: { lock_timeout: 2 * BUSY_TIMEOUT_MS } };
}

/** If several processes start migrating, one does it and the others wait. @returns the names of the migrations that were run */
async function runMigrations(database: SiteDatabase): Promise<string[]> {
  if (database.options.type === 'sqlite') return migrateOnce(database);
  const lock: QueryRunner = database.createQueryRunner();
  try {
    await lock.query('SET lock_timeout = 0');
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const done = await migrateOnce(database);
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    return done;
  } finally {
    await lock.release();
  }
}

const namesOf = (migrations: readonly { readonly name?: string }[]): string[] => migrations.map(({ name = '' }) => name);

/** Where the data is, without user and password. */
function describePlace(options: DatabaseOptions): string {
  if (options.type === 'sqlite') return `DATA_DIR (${dirname(options.database)})`;
  const { hostname, port, pathname } = new URL(options.url ?? 'postgres://unknown');
  return `DATABASE_URL (${hostname}${port && `:${port}`}${pathname})`;
}

interface Schema {
  /** Migrations in the database that this release does not know. */
  readonly newer: readonly string[];
  /** Migrations of this release that are not in the database. */
  readonly missing: readonly string[];
  /** True if a later release has migrated the database, and this one works with its tables. */
  readonly isUsable: boolean;
}

async function readSchema(database: SiteDatabase): Promise<Schema> {
  const own = database.migrations.map(({ constructor, name }) => name ?? constructor.name);
  const runner = database.createQueryRunner();
  const column = async (table: string, query: string): Promise<string[]> =>
    (await runner.hasTable(table)) ? ((await runner.query(query)) as { name: string }[]).map(({ name }) => name) : [];
  try {
    const done = await column('migrations', 'SELECT name FROM migrations ORDER BY id');
    const [oldest = ''] = await column('oldest_release', 'SELECT last_migration AS name FROM oldest_release');
    const newer = done.filter((name) => !own.includes(name));
    const missing = own.filter((name) => !done.includes(name));
    return { newer, missing, isUsable: newer.length > 0 && missing.length === 0 && own.includes(oldest) };
  } finally {
    await runner.release();
  }
}

/** @throws Error if a later release has changed the tables in a way that this one does not work with */
function requireKnown({ newer, isUsable }: Schema): void {
  if (newer.length === 0 || isUsable) return;
  throw new Error(
    `its tables are from a newer version (last migration ${newer.at(-1)}): run that version, or restore a backup from before it`,
  );
}

/** @throws Error if this release does not work with the tables */
async function requireUsableSchema(database: SiteDatabase): Promise<void> {
  const schema = await readSchema(database);
  requireKnown(schema);
  const { missing } = schema;
  if (missing.length === database.migrations.length)
    throw new Error('it has no tables of this site: check that it is the right one, or create them with `npx site migrate`');
  if (missing.length > 0) throw new Error('its tables are from an older version: bring them up to date with `npx site migrate`');
}

/** Creates the database if there is none, and brings its tables up to date. @returns the names of the migrations that were run */
export async function migrateDatabase(options: DatabaseOptions): Promise<string[]> {
  let done: string[] = [];
  const database = await open(migrationOptions(options), async (opened) => {
    await connect(opened);
    const schema = await readSchema(opened);
    requireKnown(schema);
    if (!schema.isUsable) done = await runMigrations(opened);
  });
  await database.destroy();
  return done;
}

/**
 * Opens a database without changing its tables.
 * @throws Error if this release does not work with them; the message says which database, what is wrong and what to do
 */
export function openDatabase(options: DatabaseOptions): Promise<SiteDatabase> {
  return open(options, async (database) => {
    if (options.type === 'sqlite' && !existsSync(options.database))
      throw new Error('there is none: check that the folder is right, or create one with `npx site migrate`');
    await connect(database);
    await requireUsableSchema(database);
  });
}

/**
 * Creates the file, if there is none, with the right mode: SQLite would use that of the umask, and gives its other files the mode of this
 * one. Files created by earlier releases get that mode now. An existing file must not be opened here: closing it would end
 * SQLite's locks on it.
 */
function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: OWN_FOLDER });
  try {
    closeSync(openSync(file, 'wx', OWN_FILE));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    try {
      chmodSync(path, OWN_FILE);
    } catch (error) {
      const isAbsent = path !== file && codeOf(error) === 'ENOENT';
      if (!isAbsent && !UNCHANGEABLE.has(codeOf(error))) throw error;
    }
  }
}

async function connect(database: SiteDatabase): Promise<void> {
  if (database.options.type === 'sqlite') makePrivate(database.options.database);
  await database.initialize();
  await (database.options.type === 'sqlite' ? makeDurable(database) : requireDurableServer(database));
}

async function open(options: DatabaseOptions, prepare: (database: SiteDatabase) => Promise<void>): Promise<SiteDatabase> {
  const database = new SiteDatabase(options);
  try {
    await prepare(database);
    return database;
  } catch (cause) {
    if (database.isInitialized) await database.destroy();
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/^Error: /, '');
    throw new Error(`The database in ${describePlace(options)} cannot be used: ${reason}`, { cause });
  }
}
