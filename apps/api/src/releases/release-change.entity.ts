import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What one change to the releases did to one path of the store. A row is written once. */
@Entity({ name: 'release_change' })
export class ReleaseChangeEntity {
  /** Number of the change; the first one is 1. */
  @PrimaryColumn({ name: 'revision', type: 'bigint' })
  revision!: string;

  @PrimaryColumn({ name: 'path', type: 'text' })
  path!: string;

  /** Null if the change removed what was at this path. */
  @Column({ name: 'text', type: 'text', nullable: true })
  text!: string | null;
}
