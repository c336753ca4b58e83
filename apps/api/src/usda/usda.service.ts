import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { MarketReport, WeeklyReport } from '@site/contracts';
import type { Logger } from 'pino';
import { Clock } from '../clock.ts';
import { LOGGER } from '../http/logger.ts';
import { UpstreamCache, type CachedAnswer, type UpstreamCacheServices } from './upstream-cache.ts';
import { UpstreamCopies } from './upstream-copies.ts';
import { UsdaConnection } from './usda-connection.ts';
import { BEEF, EGGS, UsdaQuestions } from './usda-questions.ts';

/** A copy older than this is fetched anew, even when nobody visits. */
const REFRESH_UNVISITED_MS = 6 * 3_600_000;

/** The newest reports, as they are stored or as USDA answers. */
@Injectable()
export class UsdaService implements OnModuleDestroy {
  private readonly eggs: UpstreamCache<WeeklyReport>;
  private readonly beef: UpstreamCache<WeeklyReport>;
  private readonly list: UpstreamCache<MarketReport[]>;

  constructor(
    questions: UsdaQuestions,
    copies: UpstreamCopies,
    connection: UsdaConnection,
    @Inject(Clock) clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) logger: Pick<Logger, 'warn'>,
  ) {
    const services: UpstreamCacheServices = { connection, copies, clock, logger };
    this.eggs = new UpstreamCache(questions.weekly(EGGS), services);
    this.beef = new UpstreamCache(questions.weekly(BEEF), services);
    this.list = new UpstreamCache(questions.reportList(), services);
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

  /** Asks for what nobody has asked for lately. */
  async refreshUnvisited(): Promise<void> {
    for (const cache of [this.eggs, this.beef, this.list]) await cache.refreshIfOlder(REFRESH_UNVISITED_MS);
  }
}
