import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { parseMarketReports, parseWeeklyReport, type MarketReport, type WeeklyReport } from '@site/contracts';
import type { Logger } from 'pino';
import { Clock } from '../clock.ts';
import { LeaseRepository } from '../database/lease.repository.ts';
import { LOGGER } from '../http/logger.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { withPriceChanges } from './price-change.ts';
import { PriceSnapshotRepository } from './price-snapshot.repository.ts';
import { mapReportList } from './report-list.mapper.ts';
import { StoredWeeksRepository } from './stored-weeks.repository.ts';
import { UpstreamCopyRepository } from './upstream-copy.repository.ts';
import { UpstreamCache, type CachedAnswer, type UpstreamCacheServices, type UpstreamQuestion } from './upstream-cache.ts';
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
const REFRESH_EVERY_MS = 3_600_000;
const REFRESH_UNVISITED_MS = 6 * 3_600_000;

/** The reports of which every week is kept, with the commodity that their rows name. */
const REPORTS = [
  [EGG_SLUG, 'egg'],
  [BEEF_SLUG, 'beef'],
] as const;
const nameOf = (slug: number): string => `report ${slug}`;
const followUpOf = (slug: number): string => `price history of report ${slug}`;

/** A stored entry of another version's shape would be left out by the reader, so such a copy is not used at all. */
function parseStoredList(value: unknown): MarketReport[] {
  const reports = parseMarketReports(value);
  if (!Array.isArray(value) || reports.length < value.length) throw new Error('the copy has another shape');
  return reports;
}

@Injectable()
export class UsdaService implements OnModuleDestroy {
  private readonly eggs: UpstreamCache<WeeklyReport>;
  private readonly beef: UpstreamCache<WeeklyReport>;
  private readonly list: UpstreamCache<MarketReport[]>;

  constructor(
    private readonly connection: UsdaConnection,
    @Inject(UsdaClient) private readonly client: Pick<UsdaClient, 'fetchPriceRows' | 'fetchPriceRowsBetween' | 'fetchReportList'>,
    @Inject(UpstreamCopyRepository) private readonly copies: Pick<UpstreamCopyRepository, 'find' | 'save'>,
    @Inject(PriceSnapshotRepository) private readonly snapshots: Pick<PriceSnapshotRepository, 'keep'>,
    @Inject(StoredWeeksRepository) stored: Pick<StoredWeeksRepository, 'weeks'>,
    @Inject(LeaseRepository) leases: Pick<LeaseRepository, 'acquire'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) logger: Pick<Logger, 'warn'>,
    @Inject(JobRunner) jobs: Pick<JobRunner, 'handle' | 'look'>,
  ) {
    const services: UpstreamCacheServices = { connection, copies, leases, jobs, clock, logger };
    const past = { connection, client, snapshots, stored };
    for (const [slug, commodity] of REPORTS) {
      const backfill = new UsdaBackfill(slug, commodity, past);
      jobs.handle(followUpOf(slug), { run: (_, signal) => this.remember(slug, backfill, signal) });
    }
    jobs.handle('refresh prices', {
      run: () => this.refreshUnvisited(),
      every: { ms: REFRESH_EVERY_MS, firstAfterMs: REFRESH_EVERY_MS },
    });
    this.eggs = new UpstreamCache(this.weeklyQuestion(EGG_SLUG), services);
    this.beef = new UpstreamCache(this.weeklyQuestion(BEEF_SLUG), services);
    this.list = new UpstreamCache(
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

  reportList(): Promise<CachedAnswer<MarketReport[]>> {
    return this.list.get();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.eggs.stop(), this.beef.stop(), this.list.stop()]);
  }

  private async refreshUnvisited(): Promise<void> {
    for (const cache of [this.eggs, this.beef, this.list]) await cache.refreshIfOlder(REFRESH_UNVISITED_MS);
  }

  /** Stores the weeks of the newest answer, and those that are missing before it. */
  private async remember(slug: number, past: UsdaBackfill, signal: AbortSignal): Promise<void> {
    const { source } = this.connection;
    const copy = await this.copies.find(nameOf(slug), source, (payload) => parseWeeklyReport(JSON.parse(payload)));
    if (!copy) return;
    const { currentWeekData, historicalData } = copy.value;
    await this.snapshots.keep(source, [...currentWeekData, ...historicalData]);
    const newest = currentWeekData[0]?.report_date;
    if (newest !== undefined) await past.fetchMissing(newest, signal);
  }

  private weeklyQuestion(slug: number): UpstreamQuestion<WeeklyReport> {
    return {
      name: nameOf(slug),
      followUp: followUpOf(slug),
      ask: (signal) => this.fetchWeekly(slug, signal),
      parse: parseWeeklyReport,
      isEmpty: (report) => report.currentWeekData.length === 0,
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
