import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { aFolder } from '../test-support/a-config.ts';
import { sqliteOptions } from './open-database.ts';
import { SiteDatabase } from './site-database.ts';

describe('transactions on the one connection of sqlite3', () => {
  let folder: Awaited<ReturnType<typeof aFolder>>;
  beforeEach(async () => {
    folder = await aFolder();
  });
  afterEach(() => folder.remove());

  /** Another request writes while a transaction is open; then the transaction fails. Returns the remaining rows. */
  async function writeDuringFailure(database: DataSource): Promise<string[]> {
    await database.initialize();
    await database.runMigrations();
    const settings = database.getRepository(SettingEntity);
    let other: Promise<unknown> = Promise.resolve();
    const failed = database.transaction(async (manager) => {
      await manager.insert(SettingEntity, { name: 'part of the transaction', value: '' });
      other = settings.insert({ name: 'of another request', value: '' });
      // Without a queue it is acknowledged now, long before the transaction ends.
      if (!(database instanceof SiteDatabase)) await other;
      throw new Error('the transaction fails');
    });
    await expect(failed).rejects.toThrow('the transaction fails');
    await other;
    const left = await settings.find();
    await database.destroy();
    return left.map(({ name }) => name);
  }

  test('TypeORM alone loses another request’s acknowledged write during the transaction', async () => {
    expect(await writeDuringFailure(new DataSource(sqliteOptions(join(folder.path, 'plain'))))).toEqual([]);
  });

  test('the queue keeps another request’s write during the transaction', async () => {
    expect(await writeDuringFailure(new SiteDatabase(sqliteOptions(join(folder.path, 'site'))))).toEqual(['of another request']);
  });

  test('the read connection rejects writes', async () => {
    const database = await new SiteDatabase(sqliteOptions(join(folder.path, 'site'))).initialize();
    await database.runMigrations();
    const reader = database.createQueryRunner('slave');
    await expect(reader.query(`INSERT INTO setting (name, value) VALUES ('a', 'b')`)).rejects.toThrow('readonly');
    await database.destroy();
  });

  test('two processes write to one file in turn: neither fails because the database is busy', async () => {
    const options = sqliteOptions(join(folder.path, 'site'));
    const processes = [await new SiteDatabase(options).initialize(), await new SiteDatabase(options).initialize()];
    await processes[0]?.runMigrations();
    const add = (database: SiteDatabase) =>
      database.unitOfWork(async () => {
        const settings = database.getRepository(SettingEntity);
        const count = await settings.findOneBy({ name: 'count' });
        await settings.upsert({ name: 'count', value: String(Number(count?.value ?? 0) + 1) }, ['name']);
      });
    await Promise.all(processes.flatMap((database) => Array.from({ length: 5 }, () => add(database))));
    const rows = await processes[0]?.getRepository(SettingEntity).find();
    expect(rows).toEqual([{ name: 'count', value: '10' }]);
    await Promise.all(processes.map((database) => database.destroy()));
  });
});
