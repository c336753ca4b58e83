import { aBackupFolder, type BackupFolder } from '../test-support/a-backup-folder.ts';
import { hashOf } from './backup-store.ts';
import { forgetOld, parseKeep, pathsToKeep } from './retention.ts';

const DAY_MS = 86_400_000;
const dayOf = (path: string): string => path.slice('backups/'.length, 'backups/2026-11-24'.length);
const pathOf = (time: string): string => `backups/${time.replaceAll(':', '-')}-0123456789abcdef.json`;

test('keeps the newest backup of each of the last days, weeks and months, and the newest of all', () => {
  const start = Date.parse('2026-11-24T02:00:00.000Z');
  // Two a day for a year and a half.
  const times = Array.from({ length: 1_100 }, (_, index) => new Date(start - (index * DAY_MS) / 2).toISOString());
  const kept = [...pathsToKeep(times.map(pathOf), { days: 3, weeks: 3, months: 3 })];
  expect(kept.toSorted().toReversed().map(dayOf)).toEqual([
    '2026-11-24',
    '2026-11-23',
    '2026-11-22',
    // The Sunday before; the week of the 23rd and that of the 22nd are there already.
    '2026-11-15',
    '2026-10-31',
    '2026-09-30',
  ]);
  expect(pathsToKeep([pathOf('2020-01-01T00:00:00.000Z')], { days: 0, weeks: 0, months: 0 }).size).toBe(1);
  expect(pathsToKeep([], { days: 1, weeks: 0, months: 0 }).size).toBe(0);
});

test('keeps all backups of the last 24 hours', () => {
  const times = ['2026-11-24T02:00:00.000Z', '2026-11-24T01:59:59.000Z', '2026-11-23T02:00:00.001Z', '2026-11-23T02:00:00.000Z'];
  expect(pathsToKeep(times.map(pathOf), { days: 1, weeks: 0, months: 0 }).size).toBe(3);
});

test.each(['', '7', '7y', '0d', '-1d', '7d,', '7d;4w', '7d 4w', 'daily=7'])('--keep %s is rejected with an example', (text) => {
  expect(() => parseKeep(text)).toThrow('7d,4w,12m');
});

test('--keep 7d,4w,12m is understood in any order', () => {
  expect([parseKeep('7d,4w,12m'), parseKeep('2m,1d')]).toEqual([
    { days: 7, weeks: 4, months: 12 },
    { days: 1, weeks: 0, months: 2 },
  ]);
});

describe('forgetting', () => {
  let backups: BackupFolder;
  beforeEach(async () => {
    backups = await aBackupFolder();
  });
  afterEach(() => backups.remove());

  test('leaves content of the last hour, which may belong to a backup that is being made', async () => {
    const now = new Date('2026-11-24T12:00:00.000Z');
    await backups.put(now, ['kept']);
    for (const [content, minutes] of [
      ['new', 59],
      ['old', 61],
    ] as const) {
      await backups.putContent(content, new Date(now.getTime() - minutes * 60_000));
    }
    expect(await forgetOld(backups.store, { days: 1, weeks: 0, months: 0 }, now)).toEqual({ backups: 0, files: 1 });
    expect([...(await backups.store.content()).keys()]).toContain(hashOf(Buffer.from('new')));
  });

  test('removes nothing while a backup that is to be kept is damaged', async () => {
    const old = await backups.put(new Date('2026-11-20T12:00:00.000Z'), ['a']);
    await backups.put(new Date('2026-11-24T12:00:00.000Z'), ['b']);
    const [newest = ''] = await backups.store.paths();
    await backups.place.put(newest, Buffer.from('{}'));
    await expect(
      forgetOld(backups.store, { days: 1, weeks: 0, months: 0 }, new Date('2026-11-25T12:00:00.000Z')),
    ).rejects.toThrow('damaged');
    expect(await backups.store.getContent(old.database)).not.toBeNull();
    expect(await backups.store.paths()).toHaveLength(2);
  });
});
