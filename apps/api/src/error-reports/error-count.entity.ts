import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The number of errors of a group in one day. It does not identify visitors. */
@Entity({ name: 'error_count' })
export class ErrorCountEntity {
  /** Days since 1970, UTC. */
  @PrimaryColumn({ name: 'day', type: 'integer' })
  day!: number;

  @PrimaryColumn({ name: 'group_id', type: 'text' })
  groupId!: string;

  @PrimaryColumn({ name: 'release', type: 'text' })
  release!: string;

  /** `Chromium`, `Firefox`, `Safari` or `other`. */
  @PrimaryColumn({ name: 'browser', type: 'text' })
  browser!: string;

  @Column({ name: 'errors', type: 'integer' })
  errors!: number;
}
