import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { WeeklyReport } from '@site/contracts';
import type { Logger } from 'pino';
import { Clock } from '../clock.ts';
import { LOGGER } from '../http/logger.ts';
import { ReportCopyRepository } from './report-copy.repository.ts';
import { UsdaConnection } from './usda-connection.ts';
import { UsdaClient } from './usda.client.ts';
import { UpstreamError, UsdaKeyMissingError } from './usda.errors.ts';
import { mapPriceRows, splitByWeek } from './usda.mapper.ts';

const EGG_SLUG = 2757;
/** The newest issue and the one before it. */
const ISSUES = 2;
const FRESH_MS = 15 * 60_000;
/** An empty answer does not push out prices younger than this unless USDA repeats it. */
const KEEP_PRICES_MS = 7 * 24 * 3_600_000;

@Injectable()
export class UsdaService implements OnModuleDestroy {
  private readonly stopping = new AbortController();
  private refresh: Promise<WeeklyReport> | null = null;
  private pausedUntil = 0;
  private wasEmpty = false;

  constructor(
    private readonly connection: UsdaConnection,
    @Inject(UsdaClient) private readonly client: Pick<UsdaClient, 'fetchPriceRows'>,
    @Inject(ReportCopyRepository) private readonly copies: Pick<ReportCopyRepository, 'find' | 'save'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** A stored copy at once, refreshed behind the visitor's back when it is old; the source itself only when none is stored. */
  async weeklyEggReport(): Promise<WeeklyReport> {
    if (this.connection.apiKey === null) throw new UsdaKeyMissingError('USDA_API_KEY is not set');
    const copy = await this.copies.find(EGG_SLUG, this.connection.source);
    if (!copy) return this.waitFor(this.refreshOnce(null));

    const stale = this.isOld(copy, FRESH_MS);
    // The refresh reports its own failure; this visitor has an answer already.
    if (stale) this.refreshOnce(copy).catch(() => undefined);
    return { ...copy, stale };
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.refresh?.catch(() => undefined);
  }

  private isOld(report: WeeklyReport, limitMs: number): boolean {
    const age = this.clock.now().getTime() - Date.parse(report.fetchedAt);
    return age < 0 || age >= limitMs;
  }

  /** All callers share one request. */
  private refreshOnce(copy: WeeklyReport | null): Promise<WeeklyReport> {
    const pauseMs = this.pausedUntil - this.clock.now().getTime();
    if (pauseMs > 0) {
      const seconds = Math.ceil(pauseMs / 1_000);
      return Promise.reject(new UpstreamError('USDA_RATE_LIMITED', 'USDA asked for a pause before', seconds));
    }
    this.refresh ??= this.fetchAndStore(copy).finally(() => {
      this.refresh = null;
    });
    return this.refresh;
  }

  private async fetchAndStore(copy: WeeklyReport | null): Promise<WeeklyReport> {
    try {
      const report = await this.fetchReport();
      const isEmpty = report.currentWeekData.length === 0;
      const isDoubtful = isEmpty && !this.wasEmpty && copy !== null && !this.isOld(copy, KEEP_PRICES_MS);
      this.wasEmpty = isEmpty;
      if (isDoubtful && copy.currentWeekData.length > 0) return copy;
      await this.copies.save(EGG_SLUG, report);
      return report;
    } catch (error) {
      if (error instanceof UpstreamError && error.retryAfterSeconds !== null) {
        this.pausedUntil = this.clock.now().getTime() + error.retryAfterSeconds * 1_000;
      }
      const code = error instanceof UpstreamError ? error.code : 'INTERNAL';
      const message = error instanceof Error ? error.message : String(error);
      this.logger.warn({ event: 'usda-refresh-failed', slug: EGG_SLUG, code, message });
      throw error;
    }
  }

  private async fetchReport(): Promise<WeeklyReport> {
    const signal = AbortSignal.any([AbortSignal.timeout(this.connection.refreshDeadlineMs), this.stopping.signal]);
    const rows = await this.client.fetchPriceRows(EGG_SLUG, ISSUES, signal);
    const { records, droppedRows } = mapPriceRows(rows);
    if (records.length === 0 && droppedRows > 0) {
      throw new UpstreamError('USDA_UNEXPECTED_ANSWER', `none of ${droppedRows} rows has a date and a price`);
    }
    const { newest, earlier } = splitByWeek(records);
    return {
      currentWeekData: newest,
      historicalData: earlier,
      source: this.connection.source,
      fetchedAt: this.clock.now().toISOString(),
      stale: false,
      droppedRows,
    };
  }

  /** Gives up for this visitor only: the request goes on, and the next visitor finds its result. */
  private async waitFor(refresh: Promise<WeeklyReport>): Promise<WeeklyReport> {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new UpstreamError('USDA_TIMEOUT', 'USDA did not answer while the visitor waited')),
        this.connection.visitorWaitMs,
      );
    });
    try {
      return await Promise.race([refresh, deadline]);
    } finally {
      clearTimeout(timer);
    }
  }
}
