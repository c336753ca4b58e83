import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { UsdaSource } from '../config/config.ts';

/** The last good response to one request. */
@Entity({ name: 'upstream_copy' })
export class UpstreamCopyEntity {
  /** What was requested: `report 2757`, `report list`. */
  @PrimaryColumn({ name: 'name', type: 'text' })
  name!: string;

  /** `live` or `sample`: a copy of one is never served as the other. */
  @Column({ name: 'source', type: 'text' })
  source!: UsdaSource;

  /** ISO 8601 timestamp, UTC. */
  @Column({ name: 'fetched_at', type: 'text' })
  fetchedAt!: string;

  /** The parsed response as JSON. */
  @Column({ name: 'payload', type: 'text' })
  payload!: string;
}
