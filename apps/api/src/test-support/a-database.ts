import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import {
  databaseOptions,
  migrateDatabase,
  openDatabase,
  sqliteOptions,
  type DatabaseOptions,
} from '../database/open-database.ts';
import { aFolder } from './a-config.ts';
import { administer } from './administer.ts';
import { closeAtEnd } from './left-open.ts';

/** Set by `npm run test:scale`: the same tests then run on PostgreSQL and an S3-compatible store. */
const SERVER = process.env['TEST_POSTGRES'];
const OBJECTS: Readonly<Record<string, string>> = JSON.parse(process.env['TEST_OBJECTS'] ?? '{}');

/** Set by tools/run-jest.mjs: a folder that all test files of a run share. */
const SHARED = process.env['TEST_SHARED_DIR'];

export interface TestStorage {
  /** The settings that make a server use it. */
  readonly variables: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/**
 * Each test has its own bucket: in a shared one, the next test would list leftovers, and the S3 server of the tests cannot list
 * more than 1,000 objects.
 */
async function makeBucket(name: string): Promise<Readonly<Record<string, string>>> {
  const { S3_ENDPOINT = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = OBJECTS;
  const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY, service: 's3', region: 'us-east-1' };
  const response = await new AwsClient(keys).fetch(`${S3_ENDPOINT}/${name}`, { method: 'PUT' });
  if (!response.ok) throw new Error(`the bucket ${name} could not be created: ${response.status}`);
  return { ...OBJECTS, S3_BUCKET: name };
}

/** Empty storage for one test: a folder, plus its own database and bucket if servers for them are configured. */
export async function aStorage(): Promise<TestStorage> {
  const folder = await aFolder();
  if (SERVER === undefined) return { variables: {}, folder: folder.path, remove: folder.remove };
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return {
    variables: { DATABASE_URL: url.toString(), ...(await makeBucket(name.replace('_', '-'))) },
    folder: folder.path,
    remove: async () => {
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
      await folder.remove();
    },
  };
}

/** An empty SQLite database with all tables, migrated by the first test of the run that needs it. @returns its file */
async function migratedFile(shared: string): Promise<string> {
  const file = join(shared, 'migrated.sqlite');
  if (existsSync(file)) return file;
  const options = sqliteOptions(await mkdtemp(join(shared, 'new-')));
  await migrateDatabase(options);
  // Test files run in parallel: each renames a complete file to this path.
  await rename(options.database, file);
  return file;
}

/** Creates a test's tables. Migrating takes most of a server's startup time and is tested elsewhere, so a new SQLite file is a copy. */
export async function makeTables(options: DatabaseOptions): Promise<void> {
  if (options.type !== 'sqlite' || SHARED === undefined || existsSync(options.database)) {
    await migrateDatabase(options);
    return;
  }
  await mkdir(dirname(options.database), { recursive: true });
  await copyFile(await migratedFile(SHARED), options.database);
}

/** The options of a database that does not exist yet. */
export async function anEmptyDatabase() {
  const storage = await aStorage();
  const { DATABASE_URL: databaseUrl = null } = storage.variables;
  return { options: databaseOptions({ dataDir: join(storage.folder, 'data'), databaseUrl }), remove: storage.remove };
}

/** A migrated database for repository tests. */
export async function aDatabase() {
  const { options, remove } = await anEmptyDatabase();
  await makeTables(options);
  const database = await openDatabase(options);
  return {
    database,
    remove: closeAtEnd(async () => {
      if (database.isInitialized) await database.destroy();
      await remove();
    }),
  };
}
