import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Errors that have the same cause. Times are milliseconds since 1970. */
@Entity({ name: 'error_group' })
export class ErrorGroupEntity {
  /** Hash of what identifies the group, see error-group.ts. */
  @PrimaryColumn({ name: 'id', type: 'text' })
  id!: string;

  @Column({ name: 'app', type: 'text' })
  app!: string;

  @Column({ name: 'name', type: 'text' })
  name!: string;

  /** Of the last error. */
  @Column({ name: 'message', type: 'text' })
  message!: string;

  /** `<file>:<line>`; empty if no frame is in the site's own code. */
  @Column({ name: 'place', type: 'text' })
  place!: string;

  /** Of the last error, as JSON. */
  @Column({ name: 'frames', type: 'text' })
  frames!: string;

  @Column({ name: 'first_seen', type: 'bigint' })
  firstSeen!: string;

  @Column({ name: 'last_seen', type: 'bigint' })
  lastSeen!: string;
}
