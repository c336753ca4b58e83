import { Inject, Injectable } from '@nestjs/common';
import { parseWeeklyReport } from '@site/contracts';
import { PriceSnapshotRepository } from './price-snapshot.repository.ts';
import { UpstreamCopyRepository } from './upstream-copy.repository.ts';
import { UsdaBackfill } from './usda-backfill.ts';
import { UsdaConnection } from './usda-connection.ts';
import { copyOf, type KeptReport } from './usda-requests.ts';

/** Keeps the weeks of the reports for the price history. */
@Injectable()
export class PriceRecorder {
  constructor(
    private readonly connection: UsdaConnection,
    @Inject(UpstreamCopyRepository) private readonly copies: Pick<UpstreamCopyRepository, 'find'>,
    @Inject(PriceSnapshotRepository) private readonly snapshots: Pick<PriceSnapshotRepository, 'keep'>,
    private readonly past: UsdaBackfill,
  ) {}

  /** Stores the weeks of the newest response, and missing earlier ones. */
  async remember(report: KeptReport, signal: AbortSignal): Promise<void> {
    const { source } = this.connection;
    const copy = await this.copies.find(copyOf(report), source, (payload) => parseWeeklyReport(JSON.parse(payload)));
    if (!copy) return;
    const { currentWeekData, historicalData, droppedRows } = copy.value;
    // A price that could not be read is not one that USDA has withdrawn.
    const areAll = droppedRows === 0;
    await this.snapshots.keep(source, report.commodity, [...currentWeekData, ...historicalData], areAll);
    const newest = currentWeekData[0]?.report_date;
    if (newest !== undefined) await this.past.fetchMissing(report, newest, signal);
  }
}
