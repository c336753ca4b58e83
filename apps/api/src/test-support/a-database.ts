import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DataSource } from 'typeorm';
import {
  databaseOptions,
  migrateDatabase,
  openDatabase,
  sqliteOptions,
  type DatabaseOptions,
} from '../database/open-database.ts';
import { aFolder } from './a-config.ts';
import { closedInTheEnd } from './left-open.ts';

/** Set by `npm run test:scale`: the same tests then run on PostgreSQL and an S3-compatible store. */
const SERVER = process.env['TEST_POSTGRES'];
const BUCKET: Readonly<Record<string, string>> = JSON.parse(process.env['TEST_BUCKET'] ?? '{}');

/** Set by tools/run-jest.mjs: a folder that all test files of a run share. */
const SHARED = process.env['TEST_SHARED_DIR'];

export interface TestStorage {
  /** What makes a server use it. */
  readonly variables: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

async function administer(sql: string): Promise<void> {
  const server = await new DataSource({ type: 'postgres', url: SERVER }).initialize();
  try {
    await server.query(sql);
  } finally {
    await server.destroy();
  }
}

/** Empty storage for one test: a folder, and a database of its own where a server for databases is given. */
export async function aStorage(): Promise<TestStorage> {
  const folder = await aFolder();
  if (SERVER === undefined) return { variables: {}, folder: folder.path, remove: folder.remove };
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return {
    variables: { DATABASE_URL: url.toString(), ...BUCKET },
    folder: folder.path,
    remove: async () => {
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
      await folder.remove();
    },
  };
}

/** An empty SQLite database with all tables, migrated by whichever test of the run needs it first. @returns its file */
async function migratedFile(shared: string): Promise<string> {
  const file = join(shared, 'migrated.sqlite');
  if (existsSync(file)) return file;
  const options = sqliteOptions(await mkdtemp(join(shared, 'new-')));
  await migrateDatabase(options);
  // Test files run side by side: each moves a complete file to this place.
  await rename(options.database, file);
  return file;
}

/** Gives a test its tables. Migrating takes most of a server's start, and is itself tested elsewhere: a new SQLite file is a copy. */
export async function makeTables(options: DatabaseOptions): Promise<void> {
  if (options.type !== 'sqlite' || SHARED === undefined || existsSync(options.database)) {
    await migrateDatabase(options);
    return;
  }
  await mkdir(dirname(options.database), { recursive: true });
  await copyFile(await migratedFile(SHARED), options.database);
}

/** A migrated database for the test of a repository. */
export async function aDatabase() {
  const storage = await aStorage();
  const { DATABASE_URL: databaseUrl = null } = storage.variables;
  const options = databaseOptions({ dataDir: join(storage.folder, 'data'), databaseUrl });
  await makeTables(options);
  const database = await openDatabase(options);
  return {
    database,
    remove: closedInTheEnd(async () => {
      await database.destroy();
      await storage.remove();
    }),
  };
}
