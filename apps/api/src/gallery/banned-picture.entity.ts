import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Similar pictures are not accepted again. */
@Entity({ name: 'banned_picture' })
export class BannedPictureEntity {
  @PrimaryColumn({ name: 'difference_hash', type: 'text' })
  differenceHash!: string;

  /** ISO 8601 timestamp, UTC. */
  @Column({ name: 'created_at', type: 'text' })
  createdAt!: string;
}
