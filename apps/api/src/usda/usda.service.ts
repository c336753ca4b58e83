import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { parseMarketReports, parseWeeklyReport, type MarketReport, type WeeklyReport } from '@site/contracts';
import type { Logger } from 'pino';
import { Clock } from '../clock.ts';
import { LeaseRepository } from '../database/lease.repository.ts';
import { LOGGER } from '../http/logger.ts';
import { withPriceChanges } from './price-change.ts';
import { PriceSnapshotRepository } from './price-snapshot.repository.ts';
import { mapReportList } from './report-list.mapper.ts';
import { StoredWeeksRepository } from './stored-weeks.repository.ts';
import { UpstreamCopyRepository } from './upstream-copy.repository.ts';
import { UpstreamKeeper, type Kept, type KeeperServices, type UpstreamQuestion } from './upstream-keeper.ts';
import { UsdaBackfill } from './usda-backfill.ts';
import { UsdaConnection } from './usda-connection.ts';
import { UsdaClient } from './usda.client.ts';
import { UpstreamError } from './usda.errors.ts';
import { mapPriceRows, splitByWeek, within } from './usda.mapper.ts';

const EGG_SLUG = 2757;
const BEEF_SLUG = 3228;
/** The newest issue and the one before it, which the price changes are reckoned against. */
const ISSUES = 2;
/** A report is dated by the week it is published in. A day more, because days begin earlier in the east. */
const MAX_DAYS_AHEAD_MS = 86_400_000;
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
  private readonly backfills: readonly UsdaBackfill[];
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly connection: UsdaConnection,
    @Inject(UsdaClient) private readonly client: Pick<UsdaClient, 'fetchPriceRows' | 'fetchPriceRowsBetween' | 'fetchReportList'>,
    @Inject(UpstreamCopyRepository) copies: Pick<UpstreamCopyRepository, 'find' | 'save'>,
    @Inject(PriceSnapshotRepository) private readonly snapshots: Pick<PriceSnapshotRepository, 'keep'>,
    @Inject(StoredWeeksRepository) stored: Pick<StoredWeeksRepository, 'weeks'>,
    @Inject(LeaseRepository) leases: Pick<LeaseRepository, 'acquire'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) logger: Pick<Logger, 'warn'>,
  ) {
    const services: KeeperServices = { connection, copies, leases, clock, logger };
    const past = { connection, client, snapshots, stored, logger };
    const eggsPast = new UsdaBackfill(EGG_SLUG, 'egg', past, this.stopping.signal);
    const beefPast = new UsdaBackfill(BEEF_SLUG, 'beef', past, this.stopping.signal);
    this.backfills = [eggsPast, beefPast];
    this.eggs = new UpstreamKeeper(this.weeklyQuestion(EGG_SLUG, eggsPast), services);
    this.beef = new UpstreamKeeper(this.weeklyQuestion(BEEF_SLUG, beefPast), services);
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
    await Promise.all([this.eggs.stop(), this.beef.stop(), this.list.stop()]);
    await Promise.all(this.backfills.map((backfill) => backfill.stopped()));
  }

  private async refreshUnvisited(): Promise<void> {
    for (const keeper of [this.eggs, this.beef, this.list]) await keeper.refreshIfOlder(REFRESH_UNVISITED_MS);
  }

  private weeklyQuestion(slug: number, past: UsdaBackfill): UpstreamQuestion<WeeklyReport> {
    return {
      name: `report ${slug}`,
      ask: (signal) => this.fetchWeekly(slug, signal),
      parse: parseWeeklyReport,
      isEmpty: (report) => report.currentWeekData.length === 0,
      onNew: async (report) => {
        await this.snapshots.keep(this.connection.source, [...report.currentWeekData, ...report.historicalData]);
        const newest = report.currentWeekData[0]?.report_date;
        if (newest !== undefined) past.start(newest);
      },
    };
  }

  private async fetchWeekly(slug: number, signal: AbortSignal): Promise<WeeklyReport> {
    const rows = await this.client.fetchPriceRows(slug, ISSUES, signal);
    const mapped = mapPriceRows(rows);
    const now = this.clock.now().getTime();
    // A mistyped year would else be the newest week for ever.
    const records = within(mapped.records, new Date(0), new Date(now + MAX_DAYS_AHEAD_MS));
    const droppedRows = mapped.droppedRows + mapped.records.length - records.length;
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
}
