import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One use of a limited resource. */
@Entity({ name: 'rate_hit' })
@Index('rate_hit_client', ['bucket', 'client', 'at'])
export class RateHitEntity {
  @PrimaryColumn({ name: 'id', type: 'text' })
  id!: string;

  /** What is limited, such as `password`. */
  @Column({ name: 'bucket', type: 'text' })
  bucket!: string;

  /** Who is limited, such as a keyed hash of an address, but never the address itself. */
  @Column({ name: 'client', type: 'text' })
  client!: string;

  /** Milliseconds since 1970. */
  @Column({ name: 'at', type: 'bigint' })
  at!: string;
}
