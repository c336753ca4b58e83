import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PriceSeries } from '@site/contracts';
import { Repository } from 'typeorm';
import type { UsdaSource } from '../config/config.ts';
import type { HistoryFormat } from './price-points.ts';
import { PriceSeriesEntity } from './price-series.entity.ts';

export interface HistoryScope {
  readonly source: UsdaSource;
  readonly commodity: string;
  readonly region: string;
}

export interface WeekSize {
  readonly week: string;
  readonly rows: number;
}

export type ItemHead = Omit<PriceSeries, 'points'>;

/** One item's points of one calendar year, in the format they are sent in. */
export type StoredSeries = ItemHead & { readonly points: string };

@Injectable()
export class PriceHistoryRepository {
  constructor(@InjectRepository(PriceSeriesEntity) private readonly series: Repository<PriceSeriesEntity>) {}

  /** Every stored week of a region, oldest first, with its number of items. */
  async weekSizes({ source, commodity, region }: HistoryScope): Promise<WeekSize[]> {
    const rows: { week: string; items: string | number }[] = await this.series.query(
      `SELECT week, COUNT(*) AS items FROM price_snapshot WHERE source = $1 AND commodity = $2 AND region = $3
       GROUP BY week ORDER BY week`,
      [source, commodity, region],
    );
    return rows.map(({ week, items }) => ({ week, rows: Number(items) }));
  }

  /** The full calendar years from the year of `from` to the year of `to`, oldest first. @param item null for every item */
  async years(
    scope: HistoryScope,
    format: HistoryFormat,
    item: string | null,
    from: string,
    to: string,
  ): Promise<StoredSeries[]> {
    const { source, commodity, region } = scope;
    // Columns with the same value in every row are not selected: one more column costs as much as the prices.
    const rows: Omit<StoredSeries, 'commodity' | 'region'>[] = await this.series.query(
      `SELECT item, section, type, condition, package_size, environment, quality_grade, price_unit,
         ${format} AS points
       FROM price_series WHERE source = $1 AND commodity = $2 AND region = $3 AND year BETWEEN $4 AND $5
         ${item === null ? '' : 'AND item = $6'}
       ORDER BY year`,
      [source, commodity, region, from.slice(0, 4), to.slice(0, 4), ...(item === null ? [] : [item])],
    );
    return rows.map(({ item: key, ...row }) => ({ item: key, region, commodity, ...row }));
  }
}
