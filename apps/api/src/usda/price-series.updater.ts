import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import type { UsdaSource } from '../config/config.ts';
import { HttpError } from '../http/app-error.ts';
import { JobRunner } from '../jobs/job-runner.ts';
import { PriceRevision } from './price-revision.ts';
import { PriceSeriesRepository } from './price-series.repository.ts';
import { UsdaConnection } from './usda-connection.ts';

/** How often a process checks whether another has written the series. */
const POLL_INTERVAL_MS = 100;
/** About ten seconds: the largest store of prices takes less. */
const MAX_POLLS = 100;

/** Kind and name of the job that rewrites the series of a source. */
export const seriesJobOf = (source: UsdaSource): string => `write the series of the ${source} prices`;

/**
 * Rewrites the series if a server of an earlier release stored weeks without them, before or during an upgrade. Code that stores
 * weeks in this release also writes their series.
 */
@Injectable()
export class PriceSeriesUpdater implements OnModuleInit, OnApplicationBootstrap {
  private update: { readonly revision: string; readonly done: Promise<void> } | null = null;

  constructor(
    private readonly connection: UsdaConnection,
    @Inject(PriceSeriesRepository) private readonly series: Pick<PriceSeriesRepository, 'rewriteAll'>,
    @Inject(PriceRevision)
    private readonly revision: Pick<PriceRevision, 'current' | 'forget' | 'areSeriesBehind' | 'recordSeries'>,
    @Inject(JobRunner) private readonly jobs: Pick<JobRunner, 'handle' | 'enqueue' | 'runNow'>,
  ) {}

  onModuleInit(): void {
    this.jobs.handle(this.job, { run: () => this.write() });
  }

  /** The server does not wait for the job: after an upgrade five years of weeks take a few seconds. */
  async onApplicationBootstrap(): Promise<void> {
    if (await this.areBehind()) await this.enqueue();
  }

  /** Returns the revision of the stored weeks once the series match it. @throws HttpError OVERLOADED if that takes too long */
  async current(): Promise<string> {
    const revision = await this.revision.current(this.connection.source);
    const update = this.update?.revision === revision ? this.update : { revision, done: this.catchUp() };
    this.update = update;
    try {
      await update.done;
    } catch (error) {
      if (this.update === update) this.update = null;
      throw error;
    }
    return revision;
  }

  private get job(): string {
    return seriesJobOf(this.connection.source);
  }

  private areBehind(): Promise<boolean> {
    return this.revision.areSeriesBehind(this.connection.source);
  }

  private enqueue(): Promise<void> {
    return this.jobs.enqueue({ name: this.job, kind: this.job });
  }

  private async catchUp(): Promise<void> {
    if (!(await this.areBehind())) return;
    await this.enqueue();
    await this.jobs.runNow(this.job);
    // Another process may be running it.
    for (let polls = 0; await this.areBehind(); polls += 1) {
      if (polls === MAX_POLLS) throw new HttpError('OVERLOADED', 'the price series are being written');
      await delay(POLL_INTERVAL_MS, undefined, { ref: false });
    }
  }

  private async write(): Promise<void> {
    const { source } = this.connection;
    // Read before the series are written, and from the database: weeks may be stored in the meantime.
    this.revision.forget();
    const revision = await this.revision.current(source);
    await this.series.rewriteAll(source);
    await this.revision.recordSeries(source, revision);
  }
}
