import { SettingEntity } from '../secrets/setting.entity.ts';
import { aDatabase } from '../test-support/a-database.ts';
import { UnitOfWork } from './unit-of-work.ts';

function aGate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((done) => {
    open = done;
  });
  return { opened, open };
}

/** On SQLite, and by `npm run test:scale` on PostgreSQL: a unit of work means the same on both. */
describe('a unit of work', () => {
  let storage: Awaited<ReturnType<typeof aDatabase>>;
  let units: UnitOfWork;
  const settings = () => storage.database.getRepository(SettingEntity);
  const put = (name: string, value = '') => settings().upsert({ name, value }, ['name']);
  const names = async () => (await settings().find({ order: { name: 'ASC' } })).map(({ name }) => name);

  beforeEach(async () => {
    storage = await aDatabase();
    units = new UnitOfWork(storage.database);
  });
  afterEach(() => storage.remove());

  test('is stored as a whole, and returns the result of its work', async () => {
    const returned = await units.run(async () => {
      await put('a');
      await put('b');
      return names();
    });
    expect([returned, await names()]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  test('ends before the database closes', async () => {
    const [begun, last] = [aGate(), aGate()];
    const unit = units.run(async () => {
      await put('a');
      begun.open();
      await last.opened;
      await put('b');
      return names();
    });
    await begun.opened;
    const closed = storage.database.destroy();
    last.open();
    expect(await unit).toEqual(['a', 'b']);
    await closed;
  });

  test('leaves nothing if its work throws after its first statement', async () => {
    const failed = units.run(async () => {
      await put('a');
      throw new Error('halfway');
    });
    await expect(failed).rejects.toThrow('halfway');
    expect(await names()).toEqual([]);
  });

  test('leaves nothing if one of its statements fails', async () => {
    const failed = units.run(async () => {
      await put('a');
      await storage.database.query('INSERT INTO setting (name) VALUES (NULL)');
    });
    await expect(failed).rejects.toThrow();
    expect(await names()).toEqual([]);
    await put('b');
    expect(await names()).toEqual(['b']);
  });

  test('is invisible to others before it is committed', async () => {
    const written = aGate();
    const read = aGate();
    const unit = units.run(async () => {
      await put('a');
      written.open();
      await read.opened;
    });
    await written.opened;
    const seen = await names();
    read.open();
    await unit;
    expect([seen, await names()]).toEqual([[], ['a']]);
  });

  test('inside another one is part of it', async () => {
    const failed = units.run(async () => {
      await units.run(() => put('inner'));
      throw new Error('the outer one fails');
    });
    await expect(failed).rejects.toThrow('the outer one fails');
    expect(await names()).toEqual([]);
  });

  test('behaves as if units ran one after the other: none of 40 simultaneous increments is lost', async () => {
    await put('count', '0');
    const add = () =>
      units.run(async () => {
        const { value } = await settings().findOneByOrFail({ name: 'count' });
        await put('count', String(Number(value) + 1));
      });
    for (let round = 0; round < 10; round += 1) await Promise.all([add(), add(), add(), add()]);
    expect(await settings().find()).toEqual([{ name: 'count', value: '40' }]);
  });

  test('has ended for statements that it started but did not await', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const over = aGate();
    await units.run(async () => {
      late = over.opened.then(() => put('late'));
      await put('a');
    });
    over.open();
    await late;
    expect(await names()).toEqual(['a', 'late']);
  });
});
