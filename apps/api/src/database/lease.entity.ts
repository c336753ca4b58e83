import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A piece of work that only one process may do at a time. */
@Entity({ name: 'lease' })
export class LeaseEntity {
  @PrimaryColumn({ name: 'name', type: 'text' })
  name!: string;

  /** Random name of the holder. */
  @Column({ name: 'holder', type: 'text' })
  holder!: string;

  /** Milliseconds since 1970; the lease of a process that died expires. */
  @Column({ name: 'expires_at', type: 'bigint' })
  expiresAt!: string;
}
