import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Work that outlives a request. It is done when its row is gone, or, for work that comes again, when its next run is set. */
@Entity({ name: 'job' })
@Index('job_due', ['runAt'])
export class JobEntity {
  /** Two jobs of one name are the same job. */
  @PrimaryColumn({ name: 'name', type: 'text' })
  name!: string;

  /** Whose work it is: the name of its handler. */
  @Column({ name: 'kind', type: 'text' })
  kind!: string;

  /** What the handler must know; empty where the kind says all. */
  @Column({ name: 'payload', type: 'text' })
  payload!: string;

  @Column({ name: 'state', type: 'text' })
  state!: 'waiting' | 'running';

  /** Starts since the last one that ended well. */
  @Column({ name: 'attempts', type: 'integer' })
  attempts!: number;

  /** Milliseconds since 1970 by the database's clock: when it is due, and while it runs, when its process counts as dead. */
  @Column({ name: 'run_at', type: 'bigint' })
  runAt!: string;

  /** Random name of the process that runs it. */
  @Column({ name: 'holder', type: 'text', nullable: true })
  holder!: string | null;

  @Column({ name: 'last_error', type: 'text', nullable: true })
  lastError!: string | null;
}
