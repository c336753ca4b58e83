import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { SubmissionStatus } from '../submission.entity.ts';

/** The decisions that the owner can make on a picture. */
export const DECISIONS = ['approve', 'hide', 'delete', 'ban'] as const;
export type Decision = (typeof DECISIONS)[number];

/** A decision on one picture, with what it takes to undo it. */
@Entity({ name: 'moderation' })
@Index('moderation_batch', ['batch'])
export class ModerationEntity {
  @PrimaryGeneratedColumn({ name: 'sequence', type: 'integer' })
  sequence!: number;

  /** The same for pictures that were decided on together. */
  @Column({ name: 'batch', type: 'text' })
  batch!: string;

  /** ISO 8601 timestamp, UTC. */
  @Column({ name: 'created_at', type: 'text' })
  createdAt!: string;

  /** How the owner was recognized: a session, the token, or this machine. */
  @Column({ name: 'by', type: 'text' })
  by!: string;

  @Column({ name: 'decision', type: 'text' })
  decision!: Decision;

  @Column({ name: 'submission_id', type: 'text' })
  submissionId!: string;

  @Column({ name: 'status_before', type: 'text' })
  statusBefore!: SubmissionStatus;

  @Column({ name: 'reviewed_before', type: 'boolean' })
  reviewedBefore!: boolean;

  /** The difference hash that this decision banned; null if it banned none, or one that was already banned. */
  @Column({ name: 'banned_hash', type: 'text', nullable: true })
  bannedHash!: string | null;

  /** ISO 8601 timestamp, UTC; null if the decision stands. */
  @Column({ name: 'undone_at', type: 'text', nullable: true })
  undoneAt!: string | null;
}
