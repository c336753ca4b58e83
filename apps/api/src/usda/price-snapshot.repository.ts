import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { priceItemKey, type Commodity, type PriceRecord } from '@site/contracts';
import { In, Repository } from 'typeorm';
import type { UsdaSource } from '../config/config.ts';
import { UnitOfWork } from '../database/unit-of-work.ts';
import { groupBy } from '../group-by.ts';
import { meanPrice } from './price-change.ts';
import { PriceRevision } from './price-revision.ts';
import { PriceSeriesRepository, type SeriesYear } from './price-series.repository.ts';
import { PriceSnapshotEntity } from './price-snapshot.entity.ts';

/** Rows per statement: SQLite allows 32,766 values, and a row has 16. */
const ROWS_PER_STATEMENT = 500;

function toEntity(source: UsdaSource, commodity: Commodity, record: PriceRecord): PriceSnapshotEntity {
  return {
    source,
    week: record.report_date,
    region: record.region,
    item: priceItemKey(commodity, record),
    commodity,
    section: record.section,
    type: record.type,
    condition: record.condition,
    packageSize: record.package_size,
    environment: record.environment,
    qualityGrade: record.quality_grade,
    priceUnit: record.price_unit,
    priceAvg: record.price_avg,
    priceMin: record.price_min,
    priceMax: record.price_max,
    storeCount: record.store_count,
  };
}

/** A response in which a larger share of a week's stored prices is missing is incomplete, and removes nothing from that week. */
const MAX_WITHDRAWN = 0.5;

/** What identifies a stored price of a report, and tells which series it is in. */
type StoredPrice = Pick<PriceSnapshotEntity, 'commodity' | 'region' | 'week' | 'item'>;

const keyOf = ({ week, region, item }: StoredPrice): string => `${week}|${region}|${item}`;

const known = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

/**
 * USDA lists some items in several rows for one region and week (by lean percentage, for instance), while a week of a history has one
 * point: the mean weighted by stores, the widest range, all stores.
 */
function merge(first: PriceRecord, records: readonly PriceRecord[]): PriceRecord {
  const [lowest, highest, stores] = (['price_min', 'price_max', 'store_count'] as const).map((field) =>
    known(records.map((record) => record[field])),
  );
  return {
    ...first,
    price_avg: meanPrice(records),
    price_min: lowest?.length ? Math.min(...lowest) : null,
    price_max: highest?.length ? Math.max(...highest) : null,
    store_count: stores?.length ? stores.reduce((sum, count) => sum + count, 0) : null,
  };
}

@Injectable()
export class PriceSnapshotRepository {
  constructor(
    @InjectRepository(PriceSnapshotEntity) private readonly snapshots: Repository<PriceSnapshotEntity>,
    @Inject(PriceSeriesRepository) private readonly series: Pick<PriceSeriesRepository, 'rewrite'>,
    @Inject(PriceRevision) private readonly revision: Pick<PriceRevision, 'renew' | 'forget' | 'areSeriesBehind'>,
    @Inject(UnitOfWork) private readonly units: Pick<UnitOfWork, 'run'>,
  ) {}

  /**
   * Stores the weeks of these records and their series. USDA corrects published weeks, so a later row replaces an earlier one.
   * @param commodity of the report, by which its history is requested; the rows' own name for it may change from week to week
   * @param areAll true if these are all prices of their weeks: stored ones that are not among them were withdrawn, and are removed
   */
  async keep(source: UsdaSource, commodity: Commodity, records: readonly PriceRecord[], areAll = false): Promise<void> {
    const byKey = groupBy(records, (record) => `${record.report_date}|${record.region}|${priceItemKey(commodity, record)}`);
    const entities = [...byKey.values()].flatMap((ofKey) => {
      const [first] = ofKey;
      return first ? [toEntity(source, commodity, ofKey.length === 1 ? first : merge(first, ofKey))] : [];
    });
    if (entities.length === 0) return;
    await this.units.run(async () => {
      const withdrawn = areAll ? await this.removeOthers(source, commodity, entities) : [];
      for (let start = 0; start < entities.length; start += ROWS_PER_STATEMENT) {
        await this.snapshots.upsert(entities.slice(start, start + ROWS_PER_STATEMENT), {
          conflictPaths: ['source', 'week', 'region', 'item'],
        });
      }
      // Outdated series are all rewritten before they are read (PriceSeriesUpdater), which takes too long for a unit of work.
      const withSeries = !(await this.revision.areSeriesBehind(source));
      if (withSeries) await this.rewriteSeries(source, [...entities, ...withdrawn]);
      await this.revision.renew(source, withSeries);
    });
    this.revision.forget();
  }

  /** Removes the stored prices of the same weeks that are not among these. @returns what was removed */
  private async removeOthers(
    source: UsdaSource,
    commodity: Commodity,
    current: readonly PriceSnapshotEntity[],
  ): Promise<readonly StoredPrice[]> {
    const keys = new Set(current.map(keyOf));
    const stored = await this.snapshots.find({
      select: { commodity: true, region: true, week: true, item: true },
      where: { source, commodity, week: In([...new Set(current.map(({ week }) => week))]) },
    });
    const others = [...groupBy(stored, ({ week }) => week).values()].flatMap((ofWeek) => {
      const missing = ofWeek.filter((price) => !keys.has(keyOf(price)));
      return missing.length > MAX_WITHDRAWN * ofWeek.length ? [] : missing;
    });
    for (const inRegion of groupBy(others, ({ week, region }) => `${week}|${region}`).values()) {
      const [first] = inRegion;
      if (!first) continue;
      const { week, region } = first;
      await this.snapshots.delete({ source, commodity, week, region, item: In(inRegion.map(({ item }) => item)) });
    }
    return others;
  }

  private async rewriteSeries(source: UsdaSource, stored: readonly StoredPrice[]): Promise<void> {
    const years = new Map<string, SeriesYear>();
    for (const { commodity, region, week } of stored) {
      const year = week.slice(0, 4);
      years.set(JSON.stringify([commodity, region, year]), { commodity, region, year });
    }
    for (const year of years.values()) await this.series.rewrite(source, year);
  }
}
