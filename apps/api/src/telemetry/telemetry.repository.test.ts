import { QueryFailedError } from 'typeorm';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { aDatabase } from '../test-support/a-database.ts';
import { MAX_COUNTS, TelemetryRepository, totalsOf, type ViewCount } from './telemetry.repository.ts';
import { ViewCountEntity } from './view-count.entity.ts';

const HOUR_MS = 3_600_000;
const OUTCOMES = ['shown', 'replaced', 'failed', 'error'] as const;
const release = '1.0.0-aaaaaaaaaaaa';

function aCount(more: Partial<ViewCount>): ViewCount {
  const count = { hour: 0, app: 'eggs', release, trial: 3, path: '/projects/eggs', outcome: 'shown', loadClass: 1 };
  return { ...count, views: 1, judged: 0, message: null, ...more };
}

describe('totals of a release', () => {
  let storage: Awaited<ReturnType<typeof aDatabase>>;
  let repository: TelemetryRepository;
  beforeEach(async () => {
    storage = await aDatabase();
    const { database } = storage;
    repository = new TelemetryRepository(database.getRepository(ViewCountEntity));
  });
  afterEach(() => storage.remove());

  test('are added up by the database: no rows are loaded, however many there are', async () => {
    const counts = Array.from({ length: 1_000 }, (_, index) =>
      aCount({
        hour: Math.floor(index / 100) * HOUR_MS,
        outcome: OUTCOMES[index % 4] ?? 'shown',
        loadClass: Math.floor((index % 100) / 4),
        views: (index % 7) + 1,
      }),
    );
    const others = [aCount({ trial: 0 }), aCount({ app: 'milk' }), aCount({ release: '1.0.0-bbbbbbbbbbbb' })];
    await repository.add([...counts, ...others]);
    let loaded = 0;
    const { database } = storage;
    database.subscribers.push({
      listenTo: () => ViewCountEntity,
      afterLoad: () => {
        loaded += 1;
      },
    });
    for (const since of [0, 5 * HOUR_MS, 50 * HOUR_MS])
      expect(await repository.totals('eggs', release, 3, since)).toEqual({
        ...totalsOf(counts.filter(({ hour }) => hour >= since)),
        judged: 0,
      });
    expect(loaded).toBe(0);
    // Control: the counter works.
    expect([(await repository.since(0)).length, loaded]).toEqual([1_003, 1_003]);
  });

  test('a failed write does not undo anything acknowledged in the meantime', async () => {
    const settings = storage.database.getRepository(SettingEntity);
    const counts = Array.from({ length: 300 }, (_, index) => aCount({ path: `/${index}` }));
    // Not a number: the database rejects it.
    const writing = repository.add([...counts, aCount({ views: Number.NaN })]).catch((cause: unknown) => cause);
    let acknowledged = 0;
    const underWay = Symbol('under way');
    let outcome: unknown;
    do {
      await settings.insert({ name: `setting ${acknowledged}`, value: '' });
      acknowledged += 1;
      outcome = await Promise.race([writing, Promise.resolve(underWay)]);
    } while (outcome === underWay);
    expect(outcome).toBeInstanceOf(QueryFailedError);
    expect([await settings.count(), await repository.since(0)]).toEqual([acknowledged, []]);
  });

  test('include every count when the maximum number is added at once', async () => {
    const counts = Array.from({ length: MAX_COUNTS }, (_, index) => aCount({ path: `/${index}` }));
    await repository.add(counts);
    await repository.add(counts.slice(0, 5));
    expect(await storage.database.getRepository(ViewCountEntity).count()).toBe(MAX_COUNTS);
    // Views of the same row are added up.
    expect(await repository.totals('eggs', release, 3, 0)).toEqual({ views: MAX_COUNTS + 5, failures: 0, judged: 0 });
  });

  test('are zero if nothing was counted', async () => {
    expect(await repository.totals('eggs', release, 3, 0)).toEqual({ views: 0, failures: 0, judged: 0 });
  });

  test('are found by an index on the release, not by scanning every count of the month', async () => {
    const { database } = storage;
    if (database.options.type !== 'sqlite') return;
    const query = `SELECT SUM(views) FROM view_count WHERE app = 'eggs' AND release = 'x' AND trial = 3 AND hour >= 0`;
    const plan: unknown = await database.query(`EXPLAIN QUERY PLAN ${query}`);
    expect(JSON.stringify(plan)).toContain('USING INDEX view_count_of_release');
  });
});
