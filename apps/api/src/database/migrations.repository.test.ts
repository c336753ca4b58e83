import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { aStorage, type TestStorage } from '../test-support/a-database.ts';
import { TABLES, type TableOfReleases } from '../test-support/earlier-releases.ts';
import { MIGRATIONS } from './migrations.ts';
import { databaseOptions, migrateDatabase, openDatabase, type DatabaseOptions } from './open-database.ts';

const NAMES = MIGRATIONS.map(({ name }) => name);
const place = (name: string): number => NAMES.indexOf(name);

/** Tables that the release with this many migrations uses. */
const tablesOf = (release: number): readonly TableOfReleases[] =>
  TABLES.filter(({ from, until = NAMES.at(-1) ?? '' }) => place(from) < release && release <= place(until) + 1);

describe('each migration', () => {
  let storage: TestStorage;
  let options: DatabaseOptions;
  let open: DataSource[];

  beforeEach(async () => {
    storage = await aStorage();
    open = [];
    const { DATABASE_URL: databaseUrl = null } = storage.variables;
    options = databaseOptions({ dataDir: join(storage.folder, 'data'), databaseUrl });
  });
  afterEach(async () => {
    await Promise.all(open.map((database) => database.destroy()));
    await storage.remove();
  });

  test('has its release’s tables in the list of what earlier releases write', async () => {
    await migrateDatabase(options);
    const database = await openDatabase(options);
    open.push(database);
    const ours = database.entityMetadatas.map(({ tableName }) => tableName);
    expect(
      tablesOf(MIGRATIONS.length)
        .map(({ table }) => table)
        .sort(),
    ).toEqual(ours.sort());
  });
});

describe('a database of another release', () => {
  let storage: TestStorage;
  let options: DatabaseOptions;

  beforeEach(async () => {
    storage = await aStorage();
    const { DATABASE_URL: databaseUrl = null } = storage.variables;
    options = databaseOptions({ dataDir: join(storage.folder, 'data'), databaseUrl });
  });
  afterEach(() => storage.remove());

  async function change(sql: string): Promise<void> {
    const database = await new DataSource({ ...options, entities: [] }).initialize();
    await database.query(sql);
    await database.destroy();
  }

  test('that is older is not opened, and the message says what to do', async () => {
    await migrateDatabase(options);
    await change(`DELETE FROM migrations WHERE name = '${NAMES.at(-1)}'`);
    await expect(openDatabase(options)).rejects.toThrow(
      'cannot be used: its tables are from an older release: bring them up to date with `npx site migrate`',
    );
    await change(`INSERT INTO migrations (timestamp, name) VALUES (1793800000000, '${NAMES.at(-1)}')`);
    await (await openDatabase(options)).destroy();
  });

  const migrateLater = () =>
    change(`INSERT INTO migrations (timestamp, name) VALUES (1999000000000, 'OfALaterRelease1999000000000')`);

  test('that is newer is opened, and left as it is, if the database says that this release may use it', async () => {
    await migrateDatabase(options);
    await migrateLater();
    expect(await migrateDatabase(options)).toEqual([]);
    await (await openDatabase(options)).destroy();
  });

  test('that is newer and incompatible with this one is neither opened nor migrated, and the message says what to do', async () => {
    await migrateDatabase(options);
    await migrateLater();
    await change(`UPDATE oldest_release SET last_migration = 'OfALaterRelease1999000000000'`);
    const sentence = 'its tables are from a newer release (OfALaterRelease1999000000000): run that release, or restore a backup';
    await expect(openDatabase(options)).rejects.toThrow(sentence);
    await expect(migrateDatabase(options)).rejects.toThrow(sentence);
  });

  test('without tables of the site is not opened, and nothing is created in it', async () => {
    const reason = options.type === 'sqlite' ? 'there is none: check that' : 'it has no tables of this site: check that';
    await expect(openDatabase(options)).rejects.toThrow(reason);
    await expect(openDatabase(options)).rejects.toThrow(reason);
  });
});
