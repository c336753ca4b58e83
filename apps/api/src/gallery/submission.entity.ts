import type { Exhibit } from '@site/contracts';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * `listed`: everybody sees it. `held`: waits for the owner, because it came in a flood of similar pictures or because every new
 * picture waits. `hidden`: reported, or hidden by the owner. `missing`: its file is gone. `trashed`: the owner deleted it less
 * than a day ago, and can put it back. `deleted`: only the row is left, so that its address can say so.
 */
export type SubmissionStatus = 'listed' | 'held' | 'hidden' | 'missing' | 'trashed' | 'deleted';

/** States in which a picture must have its files. */
export const WITH_FILES: readonly SubmissionStatus[] = ['listed', 'held', 'hidden', 'trashed'];

@Entity({ name: 'submission' })
@Index('submission_list', ['status', 'sequence'])
@Index('submission_list_of_exhibit', ['status', 'exhibit', 'sequence'])
@Index('submission_recent', ['createdAt'])
export class SubmissionEntity {
  /** Order of arrival, independent of the clock. */
  @PrimaryGeneratedColumn({ name: 'sequence', type: 'integer' })
  sequence!: number;

  /** Random; used in addresses and file names. */
  @Column({ name: 'id', type: 'text', unique: true })
  id!: string;

  @Column({ name: 'status', type: 'text' })
  status!: SubmissionStatus;

  /** True if the owner has reviewed it; reports no longer hide it. */
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

  /** Total of the picture and its thumbnails. */
  @Column({ name: 'bytes', type: 'integer' })
  bytes!: number;

  /** SHA-256 of the stored picture, hex. */
  @Column({ name: 'image_hash', type: 'text' })
  imageHash!: string;

  /** SHA-256 of the upload, hex: the same upload within a short time is the same submission. */
  @Column({ name: 'content_hash', type: 'text' })
  contentHash!: string;

  /** 64 bits, hex; similar for pictures that look alike. An exact hash for pictures without detail. */
  @Column({ name: 'difference_hash', type: 'text' })
  differenceHash!: string;

  /** Sent by the client, so that a retry after a lost response does not store the picture again. */
  @Column({ name: 'idempotency_key', type: 'text', nullable: true, unique: true })
  idempotencyKey!: string | null;

  /** Keyed hash of the sender's network; empty after a week. */
  @Column({ name: 'visitor', type: 'text' })
  visitor!: string;

  /** ISO 8601 timestamp, UTC. */
  @Column({ name: 'created_at', type: 'text' })
  createdAt!: string;
}
