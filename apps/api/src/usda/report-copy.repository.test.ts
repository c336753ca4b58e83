import type { WeeklyReport } from '@site/contracts';
import type { DataSource } from 'typeorm';
import { databaseOptions, openDatabase } from '../database/open-database.ts';
import { aFolder } from '../test-support/a-config.ts';
import { aMarsRow } from '../test-support/a-mars-row.ts';
import { ReportCopyEntity } from './report-copy.entity.ts';
import { ReportCopyRepository } from './report-copy.repository.ts';
import { mapPriceRows } from './usda.mapper.ts';

function aReport(changes: Partial<WeeklyReport> = {}): WeeklyReport {
  return {
    currentWeekData: [...mapPriceRows([aMarsRow()]).records],
    historicalData: [],
    source: 'live',
    fetchedAt: '2026-09-18T15:00:00.000Z',
    stale: false,
    droppedRows: 0,
    ...changes,
  };
}

describe('stored report copies', () => {
  let folder: Awaited<ReturnType<typeof aFolder>>;
  let database: DataSource;
  let copies: ReportCopyRepository;

  beforeEach(async () => {
    folder = await aFolder();
    database = await openDatabase(databaseOptions(folder.path));
    copies = new ReportCopyRepository(database.getRepository(ReportCopyEntity));
  });
  afterEach(async () => {
    await database.destroy();
    await folder.remove();
  });

  test('come back as they were saved', async () => {
    await copies.save(2757, aReport());
    expect(await copies.find(2757, 'live')).toEqual(aReport());
  });

  test('are replaced by the next one', async () => {
    await copies.save(2757, aReport());
    await copies.save(2757, aReport({ droppedRows: 4 }));
    expect(await copies.find(2757, 'live')).toMatchObject({ droppedRows: 4 });
    expect(await database.getRepository(ReportCopyEntity).count()).toBe(1);
  });

  test('are found only for the source they came from', async () => {
    await copies.save(2757, aReport({ source: 'sample' }));
    expect(await copies.find(2757, 'live')).toBeNull();
    expect(await copies.find(2757, 'sample')).not.toBeNull();
  });

  test('count as not stored when they have the shape of another version', async () => {
    await copies.save(2757, aReport());
    await database.query(`UPDATE report_copy SET payload = '{"rows":[]}'`);
    expect(await copies.find(2757, 'live')).toBeNull();
  });
});
