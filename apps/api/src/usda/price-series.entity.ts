import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UsdaSource } from '../config/config.ts';

/** One item's points of one region and one calendar year, in the format they are sent in. Derived only from `price_snapshot`. */
@Entity({ name: 'price_series' })
export class PriceSeriesEntity {
  @PrimaryColumn({ name: 'source', type: 'text' })
  source!: UsdaSource;

  @PrimaryColumn({ name: 'commodity', type: 'text' })
  commodity!: string;

  @PrimaryColumn({ name: 'region', type: 'text' })
  region!: string;

  /** `YYYY` */
  @PrimaryColumn({ name: 'year', type: 'text' })
  year!: string;

  /** `priceItemKey` of the records. */
  @PrimaryColumn({ name: 'item', type: 'text' })
  item!: string;

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

  /** `PricePoint` objects, oldest first, separated by commas. */
  @Column({ name: 'json', type: 'text' })
  json!: string;

  /** CSV lines, oldest first; `ITEM_PLACE` stands for the cells that all lines of the item share. */
  @Column({ name: 'csv', type: 'text' })
  csv!: string;
}
