import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Commodity, MarketReport, WeeklyReport } from '@site/contracts';
import type { CachedResponse, UpstreamCache } from './upstream-cache.ts';
import { UpstreamCaches } from './upstream-caches.ts';
import { BEEF, EGGS, UsdaRequests } from './usda-requests.ts';

/** A copy older than this is refreshed even if nobody visits. */
const REFRESH_UNVISITED_MS = 6 * 3_600_000;

/** The newest reports, from stored copies or from USDA. */
@Injectable()
export class UsdaService implements OnModuleDestroy {
  private readonly eggs: UpstreamCache<WeeklyReport>;
  private readonly beef: UpstreamCache<WeeklyReport>;
  private readonly list: UpstreamCache<MarketReport[]>;

  constructor(requests: UsdaRequests, caches: UpstreamCaches) {
    this.eggs = caches.for(requests.weekly(EGGS));
    this.beef = caches.for(requests.weekly(BEEF));
    this.list = caches.for(requests.reportList());
  }

  async weeklyEggReport(): Promise<WeeklyReport> {
    const { value, fetchedAt, stale } = await this.eggs.get();
    return { ...value, fetchedAt, stale };
  }

  async weeklyBeefReport(): Promise<WeeklyReport> {
    const { value, fetchedAt, stale } = await this.beef.get();
    return { ...value, fetchedAt, stale };
  }

  /** The stored copy of a weekly report, however old; never asks USDA. */
  storedWeekly(commodity: Commodity): Promise<WeeklyReport | null> {
    return (commodity === 'egg' ? this.eggs : this.beef).stored();
  }

  reportList(): Promise<CachedResponse<MarketReport[]>> {
    return this.list.get();
  }

  storedReportList(): Promise<MarketReport[] | null> {
    return this.list.stored();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([this.eggs.stop(), this.beef.stop(), this.list.stop()]);
  }

  /** Refreshes what nobody has requested lately. @throws UpstreamError */
  refreshUnvisited(): Promise<void> {
    return this.refresh(REFRESH_UNVISITED_MS);
  }

  /** Refreshes everything, however new. @throws UpstreamError */
  refreshNow(): Promise<void> {
    return this.refresh(0);
  }

  /** The others are refreshed even if one fails. */
  private async refresh(ageMs: number): Promise<void> {
    const failures: unknown[] = [];
    for (const cache of [this.eggs, this.beef, this.list])
      await cache.refreshIfOlder(ageMs).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }
}
