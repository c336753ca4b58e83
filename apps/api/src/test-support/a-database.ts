import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { databaseOptions, migrateDatabase, openDatabase } from '../database/open-database.ts';
import { aFolder } from './a-config.ts';
import { closedInTheEnd } from './left-open.ts';

/** Set by `npm run test:scale`: the same tests then run on PostgreSQL and an S3-compatible store. */
const SERVER = process.env['TEST_POSTGRES'];
const BUCKET: Readonly<Record<string, string>> = JSON.parse(process.env['TEST_BUCKET'] ?? '{}');

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

/** A migrated database for the test of a repository. */
export async function aDatabase() {
  const storage = await aStorage();
  const { DATABASE_URL: databaseUrl = null } = storage.variables;
  const options = databaseOptions({ dataDir: join(storage.folder, 'data'), databaseUrl });
  await migrateDatabase(options);
  const database = await openDatabase(options);
  return {
    database,
    remove: closedInTheEnd(async () => {
      await database.destroy();
      await storage.remove();
    }),
  };
}
