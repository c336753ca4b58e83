import { parseWeeklyReport, type PriceRecord, type WeeklyReport } from '@site/contracts';
import { aMarsRow } from '../test-support/a-mars-row.ts';
import type { JobHandler } from '../jobs/job-runner.ts';
import type { MarsRow } from './mars-sections.ts';
import { PriceRecorder } from './price-recorder.ts';
import { UpstreamCaches } from './upstream-caches.ts';
import { UpstreamCopies } from './upstream-copies.ts';
import { UsdaBackfill } from './usda-backfill.ts';
import { UsdaConnection } from './usda-connection.ts';
import { UsdaJobs } from './usda-jobs.ts';
import { UsdaRequests } from './usda-requests.ts';
import { UpstreamError } from './usda.errors.ts';
import { UsdaService } from './usda.service.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-09-18T15:00:00.000Z');

/** A source whose responses the test sends one by one, and a clock that it moves. */
class World {
  time = START;
  stored: { value: WeeklyReport; fetchedAt: string; source: string } | null = null;
  kept: PriceRecord[] = [];
  readonly keptOf = new Set<string>();
  calls: { resolve: (rows: readonly MarsRow[]) => void; reject: (error: Error) => void; signal: AbortSignal }[] = [];
  warnings: unknown[] = [];
  past: string[] = [];
  storedWeeks: string[] = [];
  readonly lookedUp = new Set<string>();
  failingRequest = 0;
  keeping: Promise<void> = Promise.resolve();
  private readonly handlers = new Map<string, JobHandler>();
  private readonly stopping = new AbortController();
  /** The last stored job, until it has succeeded. */
  private due: string | null = null;
  private running: Promise<void> = Promise.resolve();

  /** As when the process ends. */
  async stop(service: UsdaService): Promise<void> {
    this.stopping.abort();
    await Promise.all([service.onModuleDestroy(), this.running]);
  }

  private async runDue(): Promise<void> {
    const kind = this.due;
    if (kind === null) return;
    try {
      await this.handlers.get(kind)?.run('', this.stopping.signal);
      this.due = null;
    } catch (error) {
      this.warnings.push(error instanceof Error ? error.message : error);
    }
  }

  service(apiKey: string | null = 'key', visitorWaitMs = 2_000): UsdaService {
    const connection = new UsdaConnection('live', 'http://unused', apiKey, visitorWaitMs, 120_000, 0);
    const clock = { now: () => new Date(this.time) };
    const client: ConstructorParameters<typeof UsdaRequests>[1] & ConstructorParameters<typeof UsdaBackfill>[1] = {
      fetchPriceRows: (_slug, _issues, signal) =>
        new Promise((resolve, reject) => {
          this.calls.push({ resolve, reject, signal });
          signal.addEventListener('abort', () => reject(new UpstreamError('USDA_TIMEOUT', 'stopped')));
        }),
      fetchPriceRowsBetween: (_slug, from, to) => {
        this.past.push(`${from.toISOString().slice(0, 10)}:${to.toISOString().slice(0, 10)}`);
        if (this.past.length === this.failingRequest) return Promise.reject(new UpstreamError('USDA_UNREACHABLE', 'no route'));
        return Promise.resolve([aMarsRow({ report_date: '06/01/2026' }), aMarsRow({ report_date: '06/01/2036' })]);
      },
      fetchReportList: () => Promise.reject(new Error('not requested here')),
      fetchSection: () => Promise.reject(new Error('not requested here')),
    };
    const copies: ConstructorParameters<typeof UpstreamCopies>[0] = {
      fetchedAt: (_name, source) => Promise.resolve(this.stored?.source === source ? this.stored.fetchedAt : null),
      find: (_name, source, read) =>
        Promise.resolve(
          this.stored?.source === source
            ? { value: read(JSON.stringify(this.stored.value)), fetchedAt: this.stored.fetchedAt }
            : null,
        ),
      save: (_name, source, copy, followUp) => {
        this.stored = { value: parseWeeklyReport(copy.value), fetchedAt: copy.fetchedAt, source };
        this.due = followUp?.kind ?? null;
        return Promise.resolve();
      },
      keepNewest: () => Promise.resolve(),
    };
    const snapshots: ConstructorParameters<typeof PriceRecorder>[2] = {
      keep: (_source, commodity, records) => {
        this.keptOf.add(commodity);
        this.kept.push(...records);
        return this.keeping;
      },
    };
    const stored: ConstructorParameters<typeof UsdaBackfill>[3] = {
      weeks: (_source, commodity) => {
        this.lookedUp.add(commodity);
        return Promise.resolve([...this.storedWeeks, ...this.kept.map((record) => record.report_date)]);
      },
    };
    const leases = { acquire: () => Promise.resolve({ release: () => Promise.resolve() }) };
    const jobs: ConstructorParameters<typeof UsdaJobs>[2] & ConstructorParameters<typeof UpstreamCopies>[2] = {
      handle: (kind, handler) => void this.handlers.set(kind, handler),
      look: () => {
        this.running = this.running.then(() => this.runDue());
      },
    };
    const logger = { warn: (entry: unknown) => this.warnings.push(entry) };
    const shared = new UpstreamCopies(copies, leases, jobs);
    const service = new UsdaService(
      new UsdaRequests(connection, client, clock),
      new UpstreamCaches(shared, connection, clock, logger),
    );
    const past = new UsdaBackfill(connection, client, snapshots, stored);
    new UsdaJobs(service, new PriceRecorder(connection, copies, snapshots, past), jobs).onModuleInit();
    return service;
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

async function withStoredReport(): Promise<{ world: World; service: UsdaService }> {
  const world = new World();
  const service = world.service();
  const first = service.weeklyEggReport();
  await settle();
  world.calls[0]?.resolve([aMarsRow(), aMarsRow({ report_date: '09/07/2026' }), aMarsRow({ price_avg: '2/5.00' })]);
  await first;
  return { world, service };
}

/** A first response with two weeks, and the background work that it starts. */
async function firstAnswer(world: World): Promise<UsdaService> {
  const service = world.service();
  const first = service.weeklyEggReport();
  await settle();
  world.calls[0]?.resolve([aMarsRow(), aMarsRow({ report_date: '09/07/2026' })]);
  await first;
  return service;
}

describe('the weekly egg report', () => {
  test('is fetched when none is stored, split by week, and stored', async () => {
    const { world } = await withStoredReport();
    expect(world.stored?.value).toMatchObject({
      currentWeekData: [{ report_date: '2026-09-14' }],
      historicalData: [{ report_date: '2026-09-07' }],
      source: 'live',
      fetchedAt: '2026-09-18T15:00:00.000Z',
      stale: false,
      droppedRows: 1,
    });
  });

  test('does not wait until its prices are stored for the history', async () => {
    const world = new World();
    let store = (): void => undefined;
    world.keeping = new Promise((resolve) => (store = resolve));
    const service = await firstAnswer(world);
    while (world.kept.length < 2) await settle();
    expect(world.kept.map(({ report_date: date }) => date)).toEqual(['2026-09-14', '2026-09-07']);
    store();
    await world.stop(service);
  });

  test('is fetched once for all waiting visitors', async () => {
    const world = new World();
    const service = world.service();
    const visitors = Array.from({ length: 1_000 }, () => service.weeklyEggReport());
    await settle();
    world.calls[0]?.resolve([aMarsRow()]);
    await Promise.all(visitors);
    expect(world.calls).toHaveLength(1);
  });

  test('is served from the copy for 15 minutes without asking USDA', async () => {
    const { world, service } = await withStoredReport();
    world.time += 15 * MINUTE - 1;
    expect(await service.weeklyEggReport()).toMatchObject({ stale: false });
    expect(world.calls).toHaveLength(1);
  });

  test('is served at once as stale after that, while one request refreshes it', async () => {
    const { world, service } = await withStoredReport();
    world.time += 15 * MINUTE;
    const answers = await Promise.all([service.weeklyEggReport(), service.weeklyEggReport()]);
    expect(answers.map((answer) => answer.stale)).toEqual([true, true]);
    await settle();
    expect(world.calls).toHaveLength(2);

    world.calls[1]?.resolve([aMarsRow({ store_count: 7 })]);
    await settle();
    expect(await service.weeklyEggReport()).toMatchObject({ stale: false, currentWeekData: [{ store_count: 7 }] });
  });

  test('is stale when the clock was set back to before the copy was made', async () => {
    const { world, service } = await withStoredReport();
    world.time -= MINUTE;
    expect(await service.weeklyEggReport()).toMatchObject({ stale: true });
  });

  test('is still served when the refresh fails, and the failure is logged', async () => {
    const { world, service } = await withStoredReport();
    world.time += 30 * MINUTE;
    await service.weeklyEggReport();
    await settle();
    world.calls[1]?.reject(new UpstreamError('USDA_UNREACHABLE', 'no route'));
    await settle();
    expect(await service.weeklyEggReport()).toMatchObject({ stale: true, fetchedAt: '2026-09-18T15:00:00.000Z' });
    expect(world.warnings).toEqual([
      { event: 'usda-refresh-failed', request: 'report 2757', code: 'USDA_UNREACHABLE', message: 'no route' },
    ]);
  });

  test('is refused without a key, even when a copy is stored', async () => {
    const { world } = await withStoredReport();
    await expect(world.service(null).weeklyEggReport()).rejects.toMatchObject({ code: 'USDA_KEY_MISSING' });
  });

  test('is never a sample copy when live data is configured', async () => {
    const { world, service } = await withStoredReport();
    if (world.stored) world.stored = { ...world.stored, source: 'sample' };
    const answer = service.weeklyEggReport();
    await settle();
    world.calls[1]?.resolve([aMarsRow()]);
    expect(await answer).toMatchObject({ source: 'live' });
  });

  test('lets a visitor wait for a limited time, and keeps what arrives later', async () => {
    const world = new World();
    const service = world.service('key', 20);
    await expect(service.weeklyEggReport()).rejects.toMatchObject({ code: 'USDA_TIMEOUT' });
    world.calls[0]?.resolve([aMarsRow()]);
    await settle();
    expect(await service.weeklyEggReport()).toMatchObject({ currentWeekData: [{ type: 'Large White' }] });
    expect(world.calls).toHaveLength(1);
  });

  test('sends no request to USDA for as long as USDA asks it to wait', async () => {
    const world = new World();
    const service = world.service();
    const first = service.weeklyEggReport();
    await settle();
    world.calls[0]?.reject(new UpstreamError('USDA_RATE_LIMITED', 'pause', 120));
    await expect(first).rejects.toMatchObject({ code: 'USDA_RATE_LIMITED' });

    world.time += MINUTE;
    await expect(service.weeklyEggReport()).rejects.toMatchObject({ code: 'USDA_RATE_LIMITED', retryAfterSeconds: 60 });
    expect(world.calls).toHaveLength(1);

    world.time += MINUTE;
    const later = service.weeklyEggReport();
    await settle();
    world.calls[1]?.resolve([aMarsRow()]);
    await later;
  });

  test('keeps its prices when USDA sends an empty list once, and accepts the second one', async () => {
    const { world, service } = await withStoredReport();
    for (const expected of [1, 0]) {
      world.time += 15 * MINUTE;
      await service.weeklyEggReport();
      await settle();
      world.calls.at(-1)?.resolve([]);
      await settle();
      expect(world.stored?.value.currentWeekData).toHaveLength(expected);
    }
  });

  test('is a failure, not an empty report, when no row can be read', async () => {
    const world = new World();
    const answer = world.service().weeklyEggReport();
    await settle();
    world.calls[0]?.resolve([aMarsRow({ report_date: '14 Sep 2026' })]);
    await expect(answer).rejects.toMatchObject({ code: 'USDA_UNEXPECTED_ANSWER' });
    expect(world.stored).toBeNull();
  });

  /** The next response, after the copy has become stale. */
  async function nextAnswer(world: World, service: UsdaService): Promise<void> {
    world.time += 15 * MINUTE;
    await service.weeklyEggReport();
    await settle();
    world.calls.at(-1)?.resolve([aMarsRow(), aMarsRow({ report_date: '09/07/2026' })]);
    for (let round = 0; round < 50; round += 1) await settle();
  }
  const YEAR = Array.from({ length: 56 }, (_, week) => new Date(Date.UTC(2026, 8, 14 - 7 * week)).toISOString().slice(0, 10));

  test('keeps the prices of both weeks, and requests the year before them once', async () => {
    const world = new World();
    const service = await firstAnswer(world);
    while (world.past.length < 7) await settle();
    await nextAnswer(world, service);
    await world.stop(service);
    expect(world.kept.slice(0, 2).map((record) => record.report_date)).toEqual(['2026-09-14', '2026-09-07']);
    // The same commodity for what is stored and what is looked up.
    expect([...world.keptOf, ...world.lookedUp]).toEqual(['egg', 'egg']);
    expect([world.past.length, world.past[0], world.past.at(-1)]).toEqual([7, '2026-07-20:2026-09-14', '2025-08-18:2025-10-13']);
  });

  test('after a failed request, requests the missing part of the year again, and nothing twice', async () => {
    const world = new World();
    world.failingRequest = 2;
    const service = await firstAnswer(world);
    while (world.warnings.length === 0) await settle();
    expect(world.warnings).toEqual(['no route']);
    await nextAnswer(world, service);
    while (world.past.length < 8) await settle();
    await world.stop(service);
    expect(world.past[2]).toBe(world.past[1]);
    expect(new Set(world.past).size).toBe(7);
  });

  test('requests the weeks that were missed while the server was down, and no others', async () => {
    const world = new World();
    world.storedWeeks = YEAR.filter((day) => day < '2026-08-10' || day > '2026-08-31');
    const service = await firstAnswer(world);
    while (world.past.length < 1) await settle();
    await world.stop(service);
    expect(world.past).toEqual(['2026-07-20:2026-09-14']);
  });

  test('stores only the requested weeks of the past', async () => {
    const world = new World();
    const service = await firstAnswer(world);
    while (world.past.length < 7) await settle();
    await world.stop(service);
    expect([...new Set(world.kept.map((record) => record.report_date))]).toEqual(['2026-09-14', '2026-09-07', '2026-06-01']);
  });

  test('ignores weeks in the future, and counts their rows as dropped', async () => {
    const world = new World();
    const answer = world.service().weeklyEggReport();
    await settle();
    world.calls[0]?.resolve([aMarsRow(), aMarsRow({ report_date: '09/14/2027' })]);
    expect(await answer).toMatchObject({ currentWeekData: [{ report_date: '2026-09-14' }], historicalData: [], droppedRows: 1 });
  });

  test('opens the breaker after five failures in a row: no request for 30 s, then one caller tries', async () => {
    const world = new World();
    const service = world.service();
    const fail = async (): Promise<void> => {
      const answer = service.weeklyEggReport();
      await settle();
      world.calls.at(-1)?.reject(new UpstreamError('USDA_UNREACHABLE', 'no route'));
      await expect(answer).rejects.toMatchObject({ code: 'USDA_UNREACHABLE' });
    };
    for (let round = 0; round < 5; round += 1) await fail();
    await expect(service.weeklyEggReport()).rejects.toMatchObject({ code: 'USDA_UNREACHABLE', retryAfterSeconds: 30 });
    expect(world.calls).toHaveLength(5);

    world.time += 30_000;
    await fail();
    expect(world.calls).toHaveLength(6);
    await expect(service.weeklyEggReport()).rejects.toMatchObject({ retryAfterSeconds: 30 });
    expect(world.calls).toHaveLength(6);
  });

  test('aborts its request when the server stops', async () => {
    const world = new World();
    const service = world.service();
    const answer = service.weeklyEggReport();
    await settle();
    await Promise.all([service.onModuleDestroy(), expect(answer).rejects.toMatchObject({ code: 'USDA_TIMEOUT' })]);
    expect(world.calls[0]?.signal.aborted).toBe(true);
  });
});
