import { Inject, Injectable } from '@nestjs/common';
import type { PriceHistory } from '@site/contracts';
import { Clock } from '../clock.ts';
import { normaliseRegion } from './mars-value.ts';
import type { PriceHistoryQueryDto } from './price-history.dto.ts';
import { PriceSnapshotRepository } from './price-snapshot.repository.ts';
import { UsdaConnection } from './usda-connection.ts';

const DAY_MS = 86_400_000;
/** A year and its first week again, so that a chart can compare the two. */
const DEFAULT_DAYS = 371;

const ATTRIBUTION = {
  live: 'USDA Agricultural Marketing Service, Market News: advertised feature prices, not shelf prices',
  sample: 'Sample data of this site after USDA Market News: not for use as figures',
};
const LICENCE = 'Public domain (work of the United States Government)';

@Injectable()
export class PriceHistoryService {
  constructor(
    private readonly connection: UsdaConnection,
    @Inject(PriceSnapshotRepository) private readonly snapshots: Pick<PriceSnapshotRepository, 'findSeries'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** The stored weeks: USDA is not asked. */
  async history(query: PriceHistoryQueryDto): Promise<PriceHistory> {
    const { source } = this.connection;
    const to = query.to ?? this.clock.now().toISOString().slice(0, 10);
    const from = query.from ?? new Date(Date.parse(`${to}T00:00:00Z`) - DEFAULT_DAYS * DAY_MS).toISOString().slice(0, 10);
    const series = await this.snapshots.findSeries({
      source,
      commodity: query.commodity,
      region: normaliseRegion(query.region ?? 'NATIONAL'),
      item: query.item ?? null,
      from,
      to,
    });
    return { source, attribution: ATTRIBUTION[source], licence: LICENCE, series };
  }
}
