import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { parseMarketReports, parseWeeklyReport, type MarketReport, type WeeklyReport } from '@site/contracts';
import type { Logger } from 'pino';
import { Clock } from '../clock.ts';
import { LeaseRepository } from '../database/lease.repository.ts';
import { withDeadline } from '../http/deadline.ts';
import { LOGGER } from '../http/logger.ts';
import { withPriceChanges } from './price-change.ts';
import { PriceSnapshotRepository } from './price-snapshot.repository.ts';
import { mapReportList } from './report-list.mapper.ts';
import { UpstreamCopyRepository } from './upstream-copy.repository.ts';
import { UpstreamKeeper, type Kept, type KeeperServices, type UpstreamQuestion } from './upstream-keeper.ts';
import { UsdaConnection } from './usda-connection.ts';
import { UsdaClient } from './usda.client.ts';
import { UpstreamError } from './usda.errors.ts';
import { mapPriceRows, splitByWeek } from './usda.mapper.ts';

const EGG_SLUG = 2757;
const BEEF_SLUG = 3228;
/** The newest issue and the one before it, which the price changes are reckoned against. */
const ISSUES = 2;
/** A new server asks once for a year, so that its charts have something to show, in answers of a bearable size. */
const BACKFILL_WEEKS = 52;
const BACKFILL_STEP_WEEKS = 8;
const WEEKS_WITHOUT_BACKFILL = 8;
const DAY_MS = 86_400_000;
/** Weeks are kept even when nobody visits. */
const LOOK_EVERY_MS = 3_600_000;
const REFRESH_UNVISITED_MS = 6 * 3_600_000;

/** A stored entry of another version's shape would be left out by the reader, so such a copy is not used at all. */
function parseStoredList(value: unknown): MarketReport[] {
  const reports = parseMarketReports(value);
  if (!Array.isArray(value) || reports.length < value.length) throw new Error('the copy has another shape');
  return reports;
}

@Injectable()
export class UsdaService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private readonly eggs: UpstreamKeeper<WeeklyReport>;
  private readonly beef: UpstreamKeeper<WeeklyReport>;
  private readonly list: UpstreamKeeper<MarketReport[]>;
  private readonly backfills = new Map<number, Promise<void>>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly connection: UsdaConnection,
    @Inject(UsdaClient) private readonly client: Pick<UsdaClient, 'fetchPriceRows' | 'fetchPriceRowsBetween' | 'fetchReportList'>,
    @Inject(UpstreamCopyRepository) copies: Pick<UpstreamCopyRepository, 'find' | 'save'>,
    @Inject(PriceSnapshotRepository) private readonly snapshots: Pick<PriceSnapshotRepository, 'keep' | 'countWeeks'>,
    @Inject(LeaseRepository) leases: Pick<LeaseRepository, 'acquire'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {
    const services: KeeperServices = { connection, copies, leases, clock, logger };
    this.eggs = new UpstreamKeeper(this.weeklyQuestion(EGG_SLUG, 'egg'), services);
    this.beef = new UpstreamKeeper(this.weeklyQuestion(BEEF_SLUG, 'beef'), services);
    this.list = new UpstreamKeeper(
      {
        name: 'report list',
        ask: async (signal) => mapReportList(await client.fetchReportList(signal)),
        parse: parseStoredList,
        isEmpty: (reports) => reports.length === 0,
      },
      services,
    );
  }

  async weeklyEggReport(): Promise<WeeklyReport> {
    const { value, fetchedAt, stale } = await this.eggs.get();
    return { ...value, fetchedAt, stale };
  }

  async weeklyBeefReport(): Promise<WeeklyReport> {
    const { value, fetchedAt, stale } = await this.beef.get();
    return { ...value, fetchedAt, stale };
  }

  reportList(): Promise<Kept<MarketReport[]>> {
    return this.list.get();
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.refreshUnvisited(), LOOK_EVERY_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.stopping.abort();
    await Promise.all([this.eggs.stop(), this.beef.stop(), this.list.stop(), ...this.backfills.values()]);
  }

  private async refreshUnvisited(): Promise<void> {
    for (const keeper of [this.eggs, this.beef, this.list]) await keeper.refreshIfOlder(REFRESH_UNVISITED_MS);
  }

  private weeklyQuestion(slug: number, commodity: string): UpstreamQuestion<WeeklyReport> {
    return {
      name: `report ${slug}`,
      ask: (signal) => this.fetchWeekly(slug, signal),
      parse: parseWeeklyReport,
      isEmpty: (report) => report.currentWeekData.length === 0,
      onNew: async (report) => {
        await this.snapshots.keep(this.connection.source, [...report.currentWeekData, ...report.historicalData]);
        this.backfill(slug, commodity);
      },
    };
  }

  private async fetchWeekly(slug: number, signal: AbortSignal): Promise<WeeklyReport> {
    const rows = await this.client.fetchPriceRows(slug, ISSUES, signal);
    const { records, droppedRows } = mapPriceRows(rows);
    if (records.length === 0 && droppedRows > 0) {
      throw new UpstreamError('USDA_UNEXPECTED_ANSWER', `none of ${droppedRows} rows has a date and a price`);
    }
    const { newest, earlier } = splitByWeek(withPriceChanges(records));
    return {
      currentWeekData: newest,
      historicalData: earlier,
      source: this.connection.source,
      fetchedAt: this.clock.now().toISOString(),
      stale: false,
      droppedRows,
    };
  }

  /** Behind every visitor's back, and once per process: a failure costs only the chart's past. */
  private backfill(slug: number, commodity: string): void {
    if (this.backfills.has(slug)) return;
    this.backfills.set(
      slug,
      this.fetchPast(slug, commodity).catch((error: unknown) => {
        if (this.stopping.signal.aborted) return;
        const message = error instanceof Error ? error.message : String(error);
        this.logger.warn({ event: 'usda-backfill-failed', question: `report ${slug}`, message });
        this.backfills.delete(slug);
      }),
    );
  }

  private async fetchPast(slug: number, commodity: string): Promise<void> {
    const { source, refreshDeadlineMs, backfillDelayMs } = this.connection;
    if ((await this.snapshots.countWeeks(source, commodity)) >= WEEKS_WITHOUT_BACKFILL) return;
    await delay(backfillDelayMs, undefined, { signal: this.stopping.signal, ref: false });
    const stepMs = BACKFILL_STEP_WEEKS * 7 * DAY_MS;
    const end = this.clock.now().getTime();
    for (let to = end; to > end - BACKFILL_WEEKS * 7 * DAY_MS; to -= stepMs) {
      const rows = await withDeadline(refreshDeadlineMs, this.stopping.signal, (signal) =>
        this.client.fetchPriceRowsBetween(slug, new Date(to - stepMs), new Date(to), signal),
      );
      await this.snapshots.keep(source, mapPriceRows(rows).records);
    }
  }
}
