import type { Exhibit } from '@site/contracts';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * `listed`: everybody sees it. `held`: waits for the owner, because it came in a flood of likenesses or every new one waits. `hidden`: reported, or hidden
 * by the owner. `missing`: its file is gone. `deleted`: only the row is left, so that its address can say so.
 */
export type SubmissionStatus = 'listed' | 'held' | 'hidden' | 'missing' | 'deleted';

@Entity({ name: 'submission' })
@Index('submission_list', ['status', 'sequence'])
@Index('submission_list_of_exhibit', ['status', 'exhibit', 'sequence'])
@Index('submission_recent', ['createdAt'])
export class SubmissionEntity {
  /** Order of arrival, whatever the clock does. */
  @PrimaryGeneratedColumn({ name: 'sequence', type: 'integer' })
  sequence!: number;

  /** Random; addresses and file names are made of it. */
  @Column({ name: 'id', type: 'text', unique: true })
  id!: string;

  @Column({ name: 'status', type: 'text' })
  status!: SubmissionStatus;

  /** True: the owner has looked at it, and reports hide it no more. */
  @Column({ name: 'is_reviewed', type: 'boolean' })
  isReviewed!: boolean;

  @Column({ name: 'exhibit', type: 'text', nullable: true })
  exhibit!: Exhibit | null;

  /** Photos in the picture. */
  @Column({ name: 'flower_count', type: 'integer' })
  flowerCount!: number;

  /** Pixels. */
  @Column({ name: 'width', type: 'integer' })
  width!: number;

  @Column({ name: 'height', type: 'integer' })
  height!: number;

  /** Of the picture and its small copies together. */
  @Column({ name: 'bytes', type: 'integer' })
  bytes!: number;

  /** SHA-256 of the stored picture, hex. */
  @Column({ name: 'image_hash', type: 'text' })
  imageHash!: string;

  /** Of what was sent, hex: the same again within a short time is the same submission. */
  @Column({ name: 'content_hash', type: 'text' })
  contentHash!: string;

  /** 64 bits, hex; near for pictures that look alike. For pictures without detail an exact hash. */
  @Column({ name: 'difference_hash', type: 'text' })
  differenceHash!: string;

  /** Sent by the client, so that a retry after a lost answer stores nothing twice. */
  @Column({ name: 'idempotency_key', type: 'text', nullable: true, unique: true })
  idempotencyKey!: string | null;

  /** Mark made from the sender's network; empty after a week. */
  @Column({ name: 'visitor', type: 'text' })
  visitor!: string;

  /** ISO time stamp, UTC. */
  @Column({ name: 'created_at', type: 'text' })
  createdAt!: string;
}
