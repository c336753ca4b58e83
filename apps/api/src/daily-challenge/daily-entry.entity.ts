import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A run of the day's game that the server has replayed. */
@Index('daily_entry_board', ['day', 'score', 'shots', 'createdAt'])
@Index('daily_entry_once', ['day', 'runHash'], { unique: true })
@Entity({ name: 'daily_entry' })
export class DailyEntryEntity {
  /** Random UUID. */
  @PrimaryColumn({ name: 'id', type: 'text' })
  id!: string;

  /** Calendar day in UTC. */
  @Column({ name: 'day', type: 'text' })
  day!: string;

  /** Three letters. */
  @Column({ name: 'initials', type: 'text' })
  initials!: string;

  /** Gladiators stopped. */
  @Column({ name: 'score', type: 'integer' })
  score!: number;

  /** Balls fired. */
  @Column({ name: 'shots', type: 'integer' })
  shots!: number;

  /** In the format of a replay link. */
  @Column({ name: 'run', type: 'text' })
  run!: string;

  /** Hash of the game's final state: the same run is entered only once. */
  @Column({ name: 'run_hash', type: 'bigint' })
  runHash!: string;

  /** Milliseconds since 1970. */
  @Column({ name: 'created_at', type: 'bigint' })
  createdAt!: string;
}
