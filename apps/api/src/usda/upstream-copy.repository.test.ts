import { parseWeeklyReport, type WeeklyReport } from '@site/contracts';
import { UnitOfWork } from '../database/unit-of-work.ts';
import type { NewJob } from '../jobs/job.repository.ts';
import { aDatabase } from '../test-support/a-database.ts';
import { aMarsRow } from '../test-support/a-mars-row.ts';
import { UpstreamCopyEntity } from './upstream-copy.entity.ts';
import { UpstreamCopyRepository } from './upstream-copy.repository.ts';
import { mapPriceRows } from './usda.mapper.ts';

const NAME = 'report 2757';
const AT = '2026-09-18T15:00:00.000Z';

function aReport(changes: Partial<WeeklyReport> = {}): WeeklyReport {
  return {
    currentWeekData: [...mapPriceRows([aMarsRow()]).records],
    historicalData: [],
    source: 'live',
    fetchedAt: AT,
    stale: false,
    droppedRows: 0,
    ...changes,
  };
}

describe('stored copies of upstream responses', () => {
  let storage: Awaited<ReturnType<typeof aDatabase>>;
  let copies: UpstreamCopyRepository;
  let enqueued: NewJob[];

  beforeEach(async () => {
    storage = await aDatabase();
    enqueued = [];
    copies = new UpstreamCopyRepository(storage.database.getRepository(UpstreamCopyEntity), new UnitOfWork(storage.database), {
      enqueue: (job) => Promise.resolve(void enqueued.push(job)),
    });
  });
  afterEach(() => storage.remove());

  const save = (changes: Partial<WeeklyReport> = {}, source: 'live' | 'sample' = 'live') =>
    copies.save(NAME, source, { value: aReport(changes), fetchedAt: AT }, null);
  const find = (source: 'live' | 'sample') => copies.find(NAME, source, (text) => parseWeeklyReport(JSON.parse(text)));

  test('come back as they were saved', async () => {
    await save();
    expect(await find('live')).toEqual({ value: aReport(), fetchedAt: AT });
    expect([await copies.fetchedAt(NAME, 'live'), await copies.fetchedAt('report 1', 'live')]).toEqual([AT, null]);
  });

  test('are not stored without the job that processes them', async () => {
    const followUp = { name: 'price history', kind: 'price history' };
    await copies.save(NAME, 'live', { value: aReport(), fetchedAt: AT }, followUp);
    expect(enqueued).toEqual([followUp]);
    const refused = new UpstreamCopyRepository(
      storage.database.getRepository(UpstreamCopyEntity),
      new UnitOfWork(storage.database),
      {
        enqueue: () => Promise.reject(new Error('the job is refused')),
      },
    );
    const copy = { value: aReport({ droppedRows: 9 }), fetchedAt: AT };
    await expect(refused.save(NAME, 'live', copy, followUp)).rejects.toThrow('the job is refused');
    expect(await find('live')).toMatchObject({ value: { droppedRows: 0 } });
  });

  test('are replaced by the next one', async () => {
    await save();
    await save({ droppedRows: 4 });
    expect(await find('live')).toMatchObject({ value: { droppedRows: 4 } });
    expect(await storage.database.getRepository(UpstreamCopyEntity).count()).toBe(1);
  });

  test('are found only for the source they came from', async () => {
    await save({}, 'sample');
    expect([await find('live'), await copies.fetchedAt(NAME, 'live')]).toEqual([null, null]);
    expect(await find('sample')).not.toBeNull();
  });

  test('count as not stored when they have the shape of another version', async () => {
    await save();
    await storage.database.query(`UPDATE upstream_copy SET payload = '{"rows":[]}'`);
    expect(await find('live')).toBeNull();
  });

  test('make room: of those with the same name prefix, only the most recently fetched are kept', async () => {
    const at = (day: number) => `2026-09-${10 + day}T15:00:00.000Z`;
    for (const day of [3, 1, 2]) await copies.save(`open ${day}`, 'live', { value: day, fetchedAt: at(day) }, null);
    await save();
    await copies.keepNewest('open ', 2);
    const stored = await storage.database.getRepository(UpstreamCopyEntity).find({ order: { name: 'ASC' } });
    expect(stored.map(({ name }) => name)).toEqual(['open 2', 'open 3', NAME]);
  });
});
