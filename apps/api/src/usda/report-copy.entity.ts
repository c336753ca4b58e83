import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UsdaSource } from '../config/config.ts';

/** The last good answer for one report, ready to be served again. */
@Entity({ name: 'report_copy' })
export class ReportCopyEntity {
  /** USDA's number of the report. */
  @PrimaryColumn({ name: 'slug', type: 'integer' })
  slug!: number;

  /** `live` or `sample`: a copy of one is never served as the other. */
  @Column({ name: 'source', type: 'text' })
  source!: UsdaSource;

  /** ISO time stamp, UTC. */
  @Column({ name: 'fetched_at', type: 'text' })
  fetchedAt!: string;

  /** The answer of the weekly report route, as JSON. */
  @Column({ name: 'payload', type: 'text' })
  payload!: string;
}
