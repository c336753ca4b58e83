import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Work that outlives a request. It is done when its row is deleted or, for recurring work, when its next run is scheduled. */
@Entity({ name: 'job' })
@Index('job_due', ['runAt'])
export class JobEntity {
  /** Two jobs with the same name are the same job. */
  @PrimaryColumn({ name: 'name', type: 'text' })
  name!: string;

  /** The name of its handler. */
  @Column({ name: 'kind', type: 'text' })
  kind!: string;

  /** The handler's input; empty if it needs none. */
  @Column({ name: 'payload', type: 'text' })
  payload!: string;

  @Column({ name: 'state', type: 'text' })
  state!: 'waiting' | 'running';

  /** Starts since the last successful run. */
  @Column({ name: 'attempts', type: 'integer' })
  attempts!: number;

  /** Milliseconds since 1970 by the database's clock: when it is due, and while it runs, when its process counts as dead. */
  @Column({ name: 'run_at', type: 'bigint' })
  runAt!: string;

  /** Random id of the claim with which a process runs it. */
  @Column({ name: 'holder', type: 'text', nullable: true })
  holder!: string | null;

  @Column({ name: 'last_error', type: 'text', nullable: true })
  lastError!: string | null;
}
