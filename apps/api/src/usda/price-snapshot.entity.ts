import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { UsdaSource } from '../config/config.ts';

/**
 * One item's prices in one region and one week, kept forever unless USDA withdraws them from an issue. Prices are US dollars per
 * `price_unit`.
 */
@Entity({ name: 'price_snapshot' })
@Index('price_snapshot_series', ['source', 'commodity', 'region', 'week'])
export class PriceSnapshotEntity {
  /** `live` or `sample`: they never mix in one series. */
  @PrimaryColumn({ name: 'source', type: 'text' })
  source!: UsdaSource;

  /** Calendar date `YYYY-MM-DD`, the Monday of the week. */
  @PrimaryColumn({ name: 'week', type: 'text' })
  week!: string;

  @PrimaryColumn({ name: 'region', type: 'text' })
  region!: string;

  /** `priceItemKey` of the record. */
  @PrimaryColumn({ name: 'item', type: 'text' })
  item!: string;

  /** `Commodity` of the report. */
  @Column({ name: 'commodity', type: 'text' })
  commodity!: string;

  @Column({ name: 'section', type: 'text', nullable: true })
  section!: string | null;

  @Column({ name: 'type', type: 'text' })
  type!: string;

  @Column({ name: 'condition', type: 'text', nullable: true })
  condition!: string | null;

  @Column({ name: 'package_size', type: 'text', nullable: true })
  packageSize!: string | null;

  @Column({ name: 'environment', type: 'text', nullable: true })
  environment!: string | null;

  @Column({ name: 'quality_grade', type: 'text', nullable: true })
  qualityGrade!: string | null;

  @Column({ name: 'price_unit', type: 'text', nullable: true })
  priceUnit!: string | null;

  @Column({ name: 'price_avg', type: 'double precision', nullable: true })
  priceAvg!: number | null;

  @Column({ name: 'price_min', type: 'double precision', nullable: true })
  priceMin!: number | null;

  @Column({ name: 'price_max', type: 'double precision', nullable: true })
  priceMax!: number | null;

  /** Stores that advertised the item. */
  @Column({ name: 'store_count', type: 'integer', nullable: true })
  storeCount!: number | null;
}
