import { setTimeout as delay } from 'node:timers/promises';
import { withDeadline } from '../http/deadline.ts';
import { missingSpans, weekOf } from './missing-weeks.ts';
import type { PriceSnapshotRepository } from './price-snapshot.repository.ts';
import type { StoredWeeksRepository } from './stored-weeks.repository.ts';
import type { UsdaConnection } from './usda-connection.ts';
import type { UsdaClient } from './usda.client.ts';
import { mapPriceRows, within } from './usda.mapper.ts';

/** Reports are asked for by the Saturday on which their week began; they are dated by a day of that week. */
const DAYS_OF_REPORT_WEEK_MS = 6 * 86_400_000;

export interface BackfillServices {
  readonly connection: UsdaConnection;
  readonly client: Pick<UsdaClient, 'fetchPriceRowsBetween'>;
  readonly snapshots: Pick<PriceSnapshotRepository, 'keep'>;
  readonly stored: Pick<StoredWeeksRepository, 'weeks'>;
}

/**
 * Fetches the weeks of the past year that are not stored: all of them for a new server, and later those that were missed while it, or
 * USDA, was away. What is stored is stored: a run that failed, or was interrupted, goes on with what is missing then.
 */
export class UsdaBackfill {
  /** USDA was asked for these: what it did not send it does not have. Forgotten with the process. */
  private readonly asked = new Set<number>();

  constructor(
    private readonly slug: number,
    private readonly commodity: string,
    private readonly services: BackfillServices,
  ) {}

  /** @param newest report date of the newest issue */
  async fetchMissing(newest: string, stopping: AbortSignal): Promise<void> {
    const { connection, client, snapshots, stored } = this.services;
    const { source, refreshDeadlineMs, backfillDelayMs } = connection;
    const known = new Set([...this.asked, ...(await stored.weeks(source, this.commodity)).map(weekOf)]);
    for (const [index, { from, to, weeks }] of missingSpans(newest, known).entries()) {
      if (index === 0) await delay(backfillDelayMs, undefined, { signal: stopping, ref: false });
      const rows = await withDeadline(refreshDeadlineMs, stopping, (signal) =>
        client.fetchPriceRowsBetween(this.slug, from, to, signal),
      );
      const last = new Date(to.getTime() + DAYS_OF_REPORT_WEEK_MS);
      await snapshots.keep(source, within(mapPriceRows(rows).records, from, last));
      for (const week of weeks) this.asked.add(week);
    }
  }
}
