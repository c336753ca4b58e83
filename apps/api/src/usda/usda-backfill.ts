import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { withDeadline } from '../http/deadline.ts';
import { missingSpans, weekOf } from './missing-weeks.ts';
import { PriceSnapshotRepository } from './price-snapshot.repository.ts';
import { StoredWeeksRepository } from './stored-weeks.repository.ts';
import { UsdaConnection } from './usda-connection.ts';
import type { KeptReport } from './usda-requests.ts';
import { UsdaClient } from './usda.client.ts';
import { mapPriceRows, within } from './usda.mapper.ts';

/** Reports are requested by the Saturday that starts their week, and dated with a day of that week. */
const DAYS_OF_REPORT_WEEK_MS = 6 * 86_400_000;

/**
 * Fetches the weeks of the past year that are not stored: all of them for a new server, and later those that were missed while it, or
 * USDA, was down. A failed or interrupted run keeps what it has stored, and the next one continues with what is still missing.
 */
@Injectable()
export class UsdaBackfill {
  /** By commodity, the weeks already requested: USDA does not have those that it did not send. Kept in memory only. */
  private readonly asked = new Map<string, Set<number>>();

  constructor(
    private readonly connection: UsdaConnection,
    @Inject(UsdaClient) private readonly client: Pick<UsdaClient, 'fetchPriceRowsBetween'>,
    @Inject(PriceSnapshotRepository) private readonly snapshots: Pick<PriceSnapshotRepository, 'keep'>,
    @Inject(StoredWeeksRepository) private readonly stored: Pick<StoredWeeksRepository, 'weeks'>,
  ) {}

  /** @param newest report date of the newest issue */
  async fetchMissing({ slug, commodity }: KeptReport, newest: string, stopping: AbortSignal): Promise<void> {
    const { source, refreshDeadlineMs, backfillDelayMs } = this.connection;
    const asked = this.asked.get(commodity) ?? new Set<number>();
    this.asked.set(commodity, asked);
    const known = new Set([...asked, ...(await this.stored.weeks(source, commodity)).map(weekOf)]);
    for (const [index, { from, to, weeks }] of missingSpans(newest, known).entries()) {
      if (index === 0) await delay(backfillDelayMs, undefined, { signal: stopping, ref: false });
      const rows = await withDeadline(refreshDeadlineMs, stopping, (signal) =>
        this.client.fetchPriceRowsBetween(slug, from, to, signal),
      );
      const last = new Date(to.getTime() + DAYS_OF_REPORT_WEEK_MS);
      await this.snapshots.keep(source, commodity, within(mapPriceRows(rows).records, from, last));
      for (const week of weeks) asked.add(week);
    }
  }
}
