import { PrimaryColumn } from 'typeorm';

/** A row that counts visits to a page of a release in one hour. It does not identify visitors. */
export abstract class ReleaseCount {
  /** Start of the hour, milliseconds since 1970. */
  @PrimaryColumn({ name: 'hour', type: 'bigint' })
  hour!: string;

  @PrimaryColumn({ name: 'app', type: 'text' })
  app!: string;

  @PrimaryColumn({ name: 'release', type: 'text' })
  release!: string;

  /** Serial of the registry that started the trial; 0 for a stable release. */
  @PrimaryColumn({ name: 'trial', type: 'integer' })
  trial!: number;

  @PrimaryColumn({ name: 'path', type: 'text' })
  path!: string;
}
