import { Column, Entity, PrimaryColumn } from 'typeorm';

/** While a shell is on trial: the documents of one release in one hour, and those whose scripts have started. No visitor is identified. */
@Entity({ name: 'start_count' })
export class StartCountEntity {
  /** Start of the hour, milliseconds since 1970. */
  @PrimaryColumn({ name: 'hour', type: 'bigint' })
  hour!: string;

  /** Of the shell. */
  @PrimaryColumn({ name: 'release', type: 'text' })
  release!: string;

  /** Serial of the registry that started the trial, for the stable release too. */
  @PrimaryColumn({ name: 'trial', type: 'integer' })
  trial!: number;

  @Column({ name: 'documents', type: 'integer' })
  documents!: number;

  @Column({ name: 'starts', type: 'integer' })
  starts!: number;
}
