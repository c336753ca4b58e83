import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The number of page views in one hour with the same outcome. It does not identify visitors. */
@Index('view_count_of_release', ['app', 'release', 'trial', 'hour'])
@Entity({ name: 'view_count' })
export class ViewCountEntity {
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

  /** `shown`, `replaced`, `failed` or `error`. */
  @PrimaryColumn({ name: 'outcome', type: 'text' })
  outcome!: string;

  /** Class of the load time, see load-times.ts. */
  @PrimaryColumn({ name: 'load_class', type: 'integer' })
  loadClass!: number;

  @Column({ name: 'views', type: 'integer' })
  views!: number;

  /** The last failure's step and message; null for pages that were shown. */
  @Column({ name: 'message', type: 'text', nullable: true })
  message!: string | null;
}
