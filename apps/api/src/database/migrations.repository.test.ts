import { DataSource } from 'typeorm';
import { anEmptyDatabase } from '../test-support/a-database.ts';
import { NAMES, tablesOf } from '../test-support/earlier-releases.ts';
import { MIGRATIONS } from './migrations.ts';
import { migrateDatabase, openDatabase, type DatabaseOptions } from './open-database.ts';

let options: DatabaseOptions;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ options, remove } = await anEmptyDatabase());
});
afterEach(() => remove());

test('every table of the newest release is listed in earlier-releases.ts', async () => {
  await migrateDatabase(options);
  const database = await openDatabase(options);
  await database.destroy();
  const ours = database.entityMetadatas.map(({ tableName }) => tableName);
  expect(
    tablesOf(MIGRATIONS.length)
      .map(({ table }) => table)
      .sort(),
  ).toEqual(ours.sort());
});

describe('a database of another release', () => {
  async function change(sql: string): Promise<void> {
    const database = await new DataSource({ ...options, entities: [] }).initialize();
    await database.query(sql);
    await database.destroy();
  }

  test('that is older is not opened, and the message says what to do', async () => {
    await migrateDatabase(options);
    await change(`DELETE FROM migrations WHERE name = '${NAMES.at(-1)}'`);
    await expect(openDatabase(options)).rejects.toThrow(
      'cannot be used: its tables are from an older version: bring them up to date with `npx site migrate`',
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
    const sentence =
      'its tables are from a newer version (last migration OfALaterRelease1999000000000): run that version, or restore a backup';
    await expect(openDatabase(options)).rejects.toThrow(sentence);
    await expect(migrateDatabase(options)).rejects.toThrow(sentence);
  });

  test('without tables of the site is not opened, and nothing is created in it', async () => {
    const reason = options.type === 'sqlite' ? 'there is none: check that' : 'it has no tables of this site: check that';
    await expect(openDatabase(options)).rejects.toThrow(reason);
    await expect(openDatabase(options)).rejects.toThrow(reason);
  });
});
