import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PricePoint } from '@site/contracts';
import { Repository } from 'typeorm';
import type { UsdaSource } from '../config/config.ts';
import { ITEM_PLACE, POINT_FORMATS, type HistoryFormat } from './price-points.ts';
import { PriceSeriesEntity } from './price-series.entity.ts';

/** What one statement rewrites: small enough that other statements do not wait long. */
export interface SeriesYear {
  readonly commodity: string;
  readonly region: string;
  /** `YYYY` */
  readonly year: string;
}

const FIGURES = ['price_avg', 'price_min', 'price_max', 'store_count'] as const satisfies readonly (keyof PricePoint)[];
const ITEM_COLUMNS = ['section', 'type', 'condition', 'package_size', 'environment', 'quality_grade', 'price_unit'] as const;

/** Numbers and calendar dates need no quoting in either format. */
const POINT: Record<HistoryFormat, string> = {
  json: [
    `'{"date":"' || week || '"'`,
    ...FIGURES.map((column) => `',"${column}":' || COALESCE(CAST(${column} AS TEXT), 'null')`),
    `'}'`,
  ].join(' || '),
  csv: [`week || ',${ITEM_PLACE}'`, ...FIGURES.map((column) => `',' || COALESCE(CAST(${column} AS TEXT), '')`)].join(' || '),
};

const columns = (prefix = '') => ITEM_COLUMNS.map((column) => `${prefix}${column}`).join(', ');

/**
 * SQL that both SQLite and PostgreSQL accept; parameters are numbered by first occurrence. An item's description is that of its
 * newest week.
 */
const REWRITE = `
  INSERT INTO price_series (source, commodity, region, year, item, ${columns()}, json, csv)
  WITH written AS (
    SELECT item, MAX(week) AS newest, STRING_AGG(${POINT.json}, $1 ORDER BY week) AS json,
      STRING_AGG(${POINT.csv}, $2 ORDER BY week) AS csv
    FROM price_snapshot
    WHERE source = $3 AND commodity = $4 AND region = $5 AND week BETWEEN $6 AND $7
    GROUP BY item)
  SELECT snapshot.source, snapshot.commodity, snapshot.region, $8, snapshot.item, ${columns('snapshot.')}, written.json, written.csv
  FROM written JOIN price_snapshot snapshot ON snapshot.week = written.newest AND snapshot.item = written.item
  WHERE snapshot.source = $3 AND snapshot.region = $5
  ON CONFLICT (source, commodity, region, year, item) DO UPDATE SET
    ${[...ITEM_COLUMNS, 'json', 'csv'].map((column) => `${column} = excluded.${column}`).join(', ')}`;

/** Items whose last week of the year was withdrawn. */
const REMOVE_REST = `
  DELETE FROM price_series WHERE source = $1 AND commodity = $2 AND region = $3 AND year = $4 AND item NOT IN (
    SELECT item FROM price_snapshot WHERE source = $1 AND commodity = $2 AND region = $3 AND week BETWEEN $5 AND $6)`;

/** Writes the points of stored weeks in the format they are sent in, so that a visitor's request only reads them. */
@Injectable()
export class PriceSeriesRepository {
  constructor(@InjectRepository(PriceSeriesEntity) private readonly series: Repository<PriceSeriesEntity>) {}

  async rewrite(source: UsdaSource, { commodity, region, year }: SeriesYear): Promise<void> {
    const { json, csv } = POINT_FORMATS;
    const days = [`${year}-01-01`, `${year}-12-31`];
    await this.series.query(REMOVE_REST, [source, commodity, region, year, ...days]);
    await this.series.query(REWRITE, [json.separator, csv.separator, source, commodity, region, ...days, year]);
  }

  async rewriteAll(source: UsdaSource): Promise<void> {
    const years: SeriesYear[] = await this.series.query(
      `SELECT commodity, region, SUBSTR(week, 1, 4) AS year FROM price_snapshot WHERE source = $1
       UNION SELECT commodity, region, year FROM price_series WHERE source = $1 ORDER BY 1, 2, 3`,
      [source],
    );
    for (const year of years) await this.rewrite(source, year);
  }
}
