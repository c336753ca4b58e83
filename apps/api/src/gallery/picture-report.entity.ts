import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One visitor's request that the owner review a picture. */
@Entity({ name: 'picture_report' })
export class PictureReportEntity {
  @PrimaryColumn({ name: 'submission_id', type: 'text' })
  submissionId!: string;

  /** Keyed hash of the sender's network (`reporterOf`): each counts once. */
  @PrimaryColumn({ name: 'visitor', type: 'text' })
  visitor!: string;

  @Column({ name: 'reason', type: 'text' })
  reason!: string;

  /** ISO 8601 timestamp, UTC. */
  @Column({ name: 'created_at', type: 'text' })
  createdAt!: string;
}
