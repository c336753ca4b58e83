import { Inject, Injectable } from '@nestjs/common';
import type { Commodity } from '@site/contracts';
import { Clock } from '../../clock.ts';
import { JobRepository, type ListedJob } from '../../jobs/job.repository.ts';
import { missingMondays, weekOf } from '../missing-weeks.ts';
import { StoredWeeksRepository } from '../stored-weeks.repository.ts';
import { UsdaConnection } from '../usda-connection.ts';
import { FETCH_NOW, REFRESH } from '../usda-jobs.ts';
import { BEEF, EGGS, followUpOf } from '../usda-requests.ts';
import { UsdaService } from '../usda.service.ts';

export interface CommodityState {
  readonly commodity: Commodity;
  /** Number of weeks with prices. */
  readonly weeks: number;
  /** Monday of the newest week; null if there is none. */
  readonly newest: string | null;
  /** Mondays of the past year without prices, newest first. */
  readonly holes: readonly string[];
  /** ISO 8601, UTC; null: never. */
  readonly fetchedAt: string | null;
}

export interface PricesData {
  readonly now: Date;
  readonly source: UsdaConnection['source'];
  readonly hasKey: boolean;
  readonly keyState: UsdaConnection['keyState'];
  readonly commodities: readonly CommodityState[];
  /** Jobs that fetch or store prices: the recurring refresh, the owner's fetch, and the ones that store weeks. */
  readonly jobs: readonly ListedJob[];
}

const JOBS: readonly string[] = [REFRESH, FETCH_NOW, ...[EGGS, BEEF].map(followUpOf)];

/** Reads the state of the stored prices and of the jobs that fetch them. */
@Injectable()
export class PricesState {
  constructor(
    @Inject(UsdaService) private readonly reports: Pick<UsdaService, 'storedWeekly'>,
    @Inject(StoredWeeksRepository) private readonly stored: Pick<StoredWeeksRepository, 'weeks'>,
    @Inject(JobRepository) private readonly jobs: Pick<JobRepository, 'list'>,
    private readonly connection: UsdaConnection,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  get hasKey(): boolean {
    return this.connection.apiKey !== null;
  }

  async read(): Promise<PricesData> {
    const { source, keyState } = this.connection;
    // Read first, so that whatever a finished job has stored is read below.
    const jobs = (await this.jobs.list()).filter(({ name }) => JOBS.includes(name));
    return {
      now: this.clock.now(),
      source,
      hasKey: this.hasKey,
      keyState,
      commodities: [await this.stateOf(EGGS.commodity), await this.stateOf(BEEF.commodity)],
      jobs,
    };
  }

  private async stateOf(commodity: Commodity): Promise<CommodityState> {
    const days = (await this.stored.weeks(this.connection.source, commodity)).sort();
    const newest = days.at(-1) ?? null;
    return {
      commodity,
      weeks: days.length,
      newest,
      holes: newest === null ? [] : missingMondays(newest, new Set(days.map(weekOf))),
      fetchedAt: (await this.reports.storedWeekly(commodity))?.fetchedAt ?? null,
    };
  }
}
