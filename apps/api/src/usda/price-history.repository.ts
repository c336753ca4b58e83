import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PricePoint, PriceSeries } from '@site/contracts';
import { Repository } from 'typeorm';
import type { UsdaSource } from '../config/config.ts';
import { PriceSnapshotEntity } from './price-snapshot.entity.ts';

export interface HistoryScope {
  readonly source: UsdaSource;
  readonly commodity: string;
  readonly region: string;
}

export interface WeekSize {
  readonly week: string;
  readonly rows: number;
}

/** The points of one week: at each place an item, and its `PricePoint` as it is sent. */
export interface StoredWeek {
  readonly week: string;
  readonly items: readonly string[];
  readonly points: readonly string[];
}

export type ItemHead = Omit<PriceSeries, 'points'>;

interface JoinedWeek {
  readonly week: string;
  readonly items: string;
  readonly points: string;
}

/** No item has one: `priceItemKey` makes one blank of all white space. */
const SEPARATOR = '\n';

const FIGURES = ['price_avg', 'price_min', 'price_max', 'store_count'] as const satisfies readonly (keyof PricePoint)[];

/** In a point of a table: the cells that every point of the item has. No date and no number has this character. */
export const ITEM_PLACE = '*';

/**
 * The database writes the points: 10,000 rows of a year of beef become 53, which takes a quarter of the time of reading the rows one by
 * one, and a twentieth of making entities of them. Numbers and calendar dates need no quoting.
 */
const POINT = {
  json: [
    `'{"date":"' || week || '"'`,
    ...FIGURES.map((column) => `',"${column}":' || COALESCE(CAST(${column} AS TEXT), 'null')`),
    `'}'`,
  ].join(' || '),
  csv: [`week || ',${ITEM_PLACE}'`, ...FIGURES.map((column) => `',' || COALESCE(CAST(${column} AS TEXT), '')`)].join(' || '),
};

export type HistoryFormat = keyof typeof POINT;

/** What price histories are made of. SQL that both SQLite and PostgreSQL take; parameters are numbered by their first place. */
@Injectable()
export class PriceHistoryRepository {
  constructor(@InjectRepository(PriceSnapshotEntity) private readonly snapshots: Repository<PriceSnapshotEntity>) {}

  /** Every stored week of a region, the oldest first, and how many items it has. */
  async weekSizes({ source, commodity, region }: HistoryScope): Promise<WeekSize[]> {
    const rows: { week: string; items: string | number }[] = await this.snapshots.query(
      `SELECT week, COUNT(*) AS items FROM price_snapshot WHERE source = $1 AND commodity = $2 AND region = $3
       GROUP BY week ORDER BY week`,
      [source, commodity, region],
    );
    return rows.map(({ week, items }) => ({ week, rows: Number(items) }));
  }

  /** Both days are included. */
  async points(scope: HistoryScope, format: HistoryFormat, item: string | null, from: string, to: string): Promise<StoredWeek[]> {
    const rows: JoinedWeek[] = await this.snapshots.query(
      `SELECT week, STRING_AGG(item, $1) AS items, STRING_AGG(${POINT[format]}, $1) AS points FROM price_snapshot
       WHERE source = $2 AND commodity = $3 AND region = $4 AND week BETWEEN $5 AND $6 ${item === null ? '' : 'AND item = $7'}
       GROUP BY week ORDER BY week`,
      [SEPARATOR, scope.source, scope.commodity, scope.region, from, to, ...(item === null ? [] : [item])],
    );
    return rows.map(({ week, items, points }) => ({ week, items: items.split(SEPARATOR), points: points.split(SEPARATOR) }));
  }

  /** What items are, each as the given week has it. */
  async heads({ source, commodity, region }: HistoryScope, weekOfItem: ReadonlyMap<string, string>): Promise<ItemHead[]> {
    if (weekOfItem.size === 0) return [];
    const pairs = Array.from(weekOfItem, (_pair, index) => `($${2 * index + 4}, $${2 * index + 5})`).join(', ');
    return this.snapshots.query(
      `SELECT item, region, commodity, section, type, condition, package_size, environment, quality_grade, price_unit
       FROM price_snapshot WHERE source = $1 AND commodity = $2 AND region = $3 AND (week, item) IN (VALUES ${pairs})`,
      [source, commodity, region, ...[...weekOfItem].flatMap(([item, week]) => [week, item])],
    );
  }
}
