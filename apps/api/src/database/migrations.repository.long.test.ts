import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { anEmptyDatabase } from '../test-support/a-database.ts';
import { NAMES, placeOf, tablesOf, type TableOfReleases } from '../test-support/earlier-releases.ts';
import { MIGRATIONS, OLDEST_RELEASE } from './migrations.ts';
import { migrateDatabase, openDatabase, type DatabaseOptions } from './open-database.ts';

describe('each migration', () => {
  let remove: () => Promise<void>;
  let options: DatabaseOptions;
  let open: DataSource[];

  beforeEach(async () => {
    ({ options, remove } = await anEmptyDatabase());
    open = [];
  });
  afterEach(async () => {
    await Promise.all(open.map((database) => database.destroy()));
    await remove();
  });

  /** The database as opened by the release with this many migrations. */
  async function openAs(release: number): Promise<DataSource> {
    const database = await new DataSource({ ...options, entities: [], migrations: MIGRATIONS.slice(0, release) }).initialize();
    open.push(database);
    return database;
  }

  async function write(database: DataSource, tables: readonly TableOfReleases[], n: number): Promise<void> {
    for (const { write: statements } of tables) for (const sql of statements(n)) await database.query(sql);
  }

  /** Only columns that existed before are compared. */
  async function contentOf(database: DataSource, tables: readonly TableOfReleases[], like?: Map<string, readonly object[]>) {
    const content = new Map<string, readonly object[]>();
    for (const { table } of tables) {
      const rows: Record<string, unknown>[] = await database.query(`SELECT * FROM ${table}`);
      const columns = Object.keys(like?.get(table)?.[0] ?? rows[0] ?? {});
      const known = rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])));
      content.set(
        table,
        known.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      );
    }
    return content;
  }

  test.each(NAMES.slice(1).map((name, index) => [name, index + 1] as const))(
    '%s keeps every row of the previous release, whose server keeps writing during and after the migration',
    async (_name, release) => {
      const tables = tablesOf(release);
      const before = await openAs(release);
      await before.runMigrations({ transaction: 'each' });
      for (const n of [1, 2, 3]) await write(before, tables, n);
      const content = await contentOf(before, tables);
      expect([...content.values()].map(({ length }) => length)).toEqual(tables.map(() => 3));

      const after = await openAs(release + 1);
      const done = await after.runMigrations({ transaction: 'each' });
      expect(done.map(({ name }) => name)).toEqual([NAMES[release]]);
      expect(await contentOf(after, tables, content)).toEqual(content);
      for (const n of [3, 4]) await write(before, tables, n);
      const later = await contentOf(before, tables, content);
      expect([...later.values()].map(({ length }) => length)).toEqual(tables.map(() => 4));
    },
  );

  test.each(NAMES.map((name, index) => [name, index + 1] as const).slice(placeOf(OLDEST_RELEASE)))(
    'leaves tables that the release whose last migration is %s can write to, so that the site can be rolled back to it',
    async (_name, release) => {
      await migrateDatabase(options);
      const back = await openAs(release);
      const tables = tablesOf(release);
      for (const n of [1, 2]) await write(back, tables, n);
      expect([...(await contentOf(back, tables)).values()].map(({ length }) => length)).toEqual(tables.map(() => 2));
    },
  );

  test.each(NAMES.slice(0, -1).map((name, index) => [name, index + 1] as const))(
    'that follows %s is applied, and together they create the tables of this release',
    async (_name, release) => {
      const before = await openAs(release);
      await before.runMigrations({ transaction: 'each' });
      await write(before, tablesOf(release), 1);
      expect(await migrateDatabase(options)).toEqual(NAMES.slice(release));
      const database = await openDatabase(options);
      open.push(database);
      expect((await database.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
      expect(await migrateDatabase(options)).toEqual([]);
    },
  );
});

/** Records how long PostgreSQL lets its statements run, and wait for a lock. */
class ReadLimits1900000000000 implements MigrationInterface {
  static seen: unknown;

  async up(runner: QueryRunner): Promise<void> {
    ReadLimits1900000000000.seen = await runner.query(
      `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
    );
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}

(process.env['TEST_POSTGRES'] === undefined ? describe.skip : describe)('on PostgreSQL', () => {
  test('a migration may take long, but does not wait long for a lock, behind which visitors would wait', async () => {
    const { options, remove } = await anEmptyDatabase();
    await migrateDatabase({ ...options, migrations: [...MIGRATIONS, ReadLimits1900000000000] });
    expect(ReadLimits1900000000000.seen).toEqual([{ statement: '0', lock: '10s' }]);
    await remove();
  });
});
