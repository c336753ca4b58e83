import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What looks like this is not taken again. */
@Entity({ name: 'banned_picture' })
export class BannedPictureEntity {
  @PrimaryColumn({ name: 'difference_hash', type: 'text' })
  differenceHash!: string;

  /** ISO time stamp, UTC. */
  @Column({ name: 'created_at', type: 'text' })
  createdAt!: string;
}
