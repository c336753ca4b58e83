import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the operator is or was alerted to. Times are milliseconds since 1970. */
@Entity({ name: 'alert' })
export class AlertEntity {
  @PrimaryColumn({ name: 'kind', type: 'text' })
  kind!: string;

  /** Identifies one alert of its kind; empty if there is only one. */
  @PrimaryColumn({ name: 'subject', type: 'text' })
  subject!: string;

  @Column({ name: 'what', type: 'text' })
  what!: string;

  @Column({ name: 'raised_at', type: 'bigint' })
  raisedAt!: string;

  @Column({ name: 'cleared_at', type: 'bigint', nullable: true })
  clearedAt!: string | null;

  @Column({ name: 'told_at', type: 'bigint', nullable: true })
  reportedAt!: string | null;

  @Column({ name: 'is_told', type: 'boolean' })
  isReported!: boolean;

  @Column({ name: 'times', type: 'integer' })
  times!: number;
}
