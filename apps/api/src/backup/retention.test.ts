import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderPlace } from './backup-place.ts';
import { BackupStore, hashOf, type Backup } from './backup-store.ts';
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
  let folder: string;
  let store: BackupStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'site-backups-'));
    store = new BackupStore(new FolderPlace(folder));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** A backup of these contents, made at a given time. */
  async function put(madeAt: Date, contents: readonly string[]): Promise<Backup> {
    const pictures: Record<string, string> = {};
    for (const content of contents) {
      const hash = hashOf(Buffer.from(content));
      await store.putContent(hash, Buffer.from(content));
      await utimes(join(folder, 'content', hash.slice(0, 2), hash), madeAt, madeAt);
      pictures[content] = hash;
    }
    const empty = { takenBack: [], rows: {}, releases: {}, settings: {}, secrets: [] };
    const backup: Backup = {
      ...empty,
      schema: 1,
      madeAt: madeAt.toISOString(),
      database: Object.values(pictures)[0] ?? '',
      pictures,
    };
    await store.put(backup);
    return backup;
  }

  test('leaves content of the last hour, which may belong to a backup that is being made', async () => {
    const now = new Date('2026-11-24T12:00:00.000Z');
    await put(now, ['kept']);
    for (const [content, minutes] of [
      ['new', 59],
      ['old', 61],
    ] as const) {
      const hash = hashOf(Buffer.from(content));
      await store.putContent(hash, Buffer.from(content));
      const at = new Date(now.getTime() - minutes * 60_000);
      await utimes(join(folder, 'content', hash.slice(0, 2), hash), at, at);
    }
    expect(await forgetOld(store, { days: 1, weeks: 0, months: 0 }, now)).toEqual({ backups: 0, files: 1 });
    expect([...(await store.content()).keys()]).toContain(hashOf(Buffer.from('new')));
  });

  test('removes nothing while a backup that stays is damaged', async () => {
    const old = await put(new Date('2026-11-20T12:00:00.000Z'), ['a']);
    await put(new Date('2026-11-24T12:00:00.000Z'), ['b']);
    const [newest = ''] = await store.paths();
    await new FolderPlace(folder).put(newest, Buffer.from('{}'));
    await expect(forgetOld(store, { days: 1, weeks: 0, months: 0 }, new Date('2026-11-25T12:00:00.000Z'))).rejects.toThrow(
      'damaged',
    );
    expect(await store.getContent(old.database)).not.toBeNull();
    expect(await store.paths()).toHaveLength(2);
  });
});
