import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../http/logger.ts';
import { PriceRevision } from './price-revision.ts';
import { PriceSeriesRepository } from './price-series.repository.ts';
import { UsdaConnection } from './usda-connection.ts';

/**
 * Writes the series anew when weeks were stored without them: by a server of an earlier release, before an upgrade or beside this one
 * during it. Whoever stores weeks in this release writes their series too.
 */
@Injectable()
export class PriceSeriesUpdater implements OnApplicationBootstrap, OnModuleDestroy {
  private update: { readonly revision: string; readonly done: Promise<void> } | null = null;

  constructor(
    private readonly connection: UsdaConnection,
    @Inject(PriceSeriesRepository) private readonly series: Pick<PriceSeriesRepository, 'rewriteAll'>,
    @Inject(PriceRevision) private readonly revision: Pick<PriceRevision, 'current' | 'areSeriesBehind' | 'seriesAreAt'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** The server does not wait: after an upgrade five years of weeks take some seconds. */
  onApplicationBootstrap(): void {
    this.current().catch((error: unknown) => {
      this.logger.warn({ event: 'price-series-not-updated', message: error instanceof Error ? error.message : String(error) });
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.update?.done.catch(() => undefined);
  }

  /** Returns the revision of the stored weeks, once the series are as new. */
  async current(): Promise<string> {
    const revision = await this.revision.current(this.connection.source);
    const update = this.update?.revision === revision ? this.update : { revision, done: this.catchUp(revision) };
    this.update = update;
    try {
      await update.done;
    } catch (error) {
      if (this.update === update) this.update = null;
      throw error;
    }
    return revision;
  }

  private async catchUp(revision: string): Promise<void> {
    const { source } = this.connection;
    if (!(await this.revision.areSeriesBehind(source))) return;
    await this.series.rewriteAll(source);
    await this.revision.seriesAreAt(source, revision);
  }
}
