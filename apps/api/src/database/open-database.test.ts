import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';
import { aFolder } from '../test-support/a-config.ts';
import { migrateDatabase, openDatabase, sqliteOptions } from './open-database.ts';

/** The existing table, with one column that no migration creates. */
@Entity({ name: 'upstream_copy' })
class UpstreamCopyWithExtraColumn {
  @PrimaryColumn({ name: 'name', type: 'text' })
  name!: string;
  @Column({ name: 'source', type: 'text' })
  source!: string;
  @Column({ name: 'fetched_at', type: 'text' })
  fetchedAt!: string;
  @Column({ name: 'payload', type: 'text' })
  payload!: string;
  @Column({ name: 'extra', type: 'text' })
  extra!: string;
}

async function missingMigration(database: DataSource): Promise<string[]> {
  const log = await database.driver.createSchemaBuilder().log();
  return log.upQueries.map((query) => query.query);
}

describe('the database', () => {
  let folder: Awaited<ReturnType<typeof aFolder>>;
  let open: DataSource[];

  beforeEach(async () => {
    folder = await aFolder();
    open = [];
  });
  afterEach(async () => {
    await Promise.all(open.map((database) => database.destroy()));
    await folder.remove();
  });

  async function opened(): Promise<DataSource> {
    const options = sqliteOptions(join(folder.path, 'new', 'data'));
    await migrateDatabase(options);
    const database = await openDatabase(options);
    open.push(database);
    return database;
  }

  test('built by the migrations from scratch needs no further migration', async () => {
    expect(await missingMigration(await opened())).toEqual([]);
  });

  test('needs a migration if an entity has a column that no migration creates', async () => {
    const migrated = await opened();
    await migrated.destroy();
    const changed = new DataSource({
      ...sqliteOptions(join(folder.path, 'new', 'data')),
      entities: [UpstreamCopyWithExtraColumn],
    });
    open = [await changed.initialize()];
    expect((await missingMigration(changed)).join(';')).toContain('extra');
  });

  test.each(['first', 'second'])('syncs its commits before acknowledging them, on the %s open', async (time) => {
    if (time === 'second') {
      await (await opened()).destroy();
      open = [];
    }
    const database = await opened();
    expect(await database.query('PRAGMA synchronous')).toEqual([{ synchronous: 2 }]);
    expect(await database.query('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }]);
    expect(await database.query('PRAGMA foreign_keys')).toEqual([{ foreign_keys: 1 }]);
    expect(await database.query('PRAGMA busy_timeout')).toEqual([{ timeout: 5000 }]);
  });

  test('and its other files are readable only by the owner, even if an earlier release made them readable by all', async () => {
    await opened();
    const dataDir = join(folder.path, 'new', 'data');
    const files = ['site.sqlite', 'site.sqlite-wal', 'site.sqlite-shm'].map((name) => join(dataDir, name));
    const modes = async () => Promise.all([dataDir, ...files].map(async (path) => ((await stat(path)).mode & 0o777).toString(8)));
    expect(await modes()).toEqual(['700', '600', '600', '600']);
    for (const path of [dataDir, ...files]) await chmod(path, 0o755);
    await opened();
    // Who may see the names in a folder that already exists is up to its owner.
    expect(await modes()).toEqual(['755', '600', '600', '600']);
  });

  test('does not format the values of a statement', async () => {
    let written = 0;
    const value = { [inspect.custom]: () => `written ${(written += 1)} times` };
    expect(await (await opened()).query('SELECT ?', [value])).toHaveLength(1);
    expect(written).toBe(0);
  });

  test('"DB corrupt at start": rejected with a sentence that names the folder, and the file is unchanged', async () => {
    const path = join(folder.path, 'site.sqlite');
    const content = 'this is not a database, and long enough to be looked at'.repeat(40);
    await writeFile(path, content);
    await expect(openDatabase(sqliteOptions(folder.path))).rejects.toThrow(
      `The database in DATA_DIR (${folder.path}) cannot be used: SQLITE_NOTADB`,
    );
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  test('rejects a data folder that is a file', async () => {
    const path = join(folder.path, 'file');
    await writeFile(path, '');
    await expect(openDatabase(sqliteOptions(path))).rejects.toThrow(`The database in DATA_DIR (${path}) cannot be used`);
  });
});
