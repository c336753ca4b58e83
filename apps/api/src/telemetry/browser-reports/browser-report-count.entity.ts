import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often browsers reported the same thing in one day. A row does not identify visitors. */
@Entity({ name: 'browser_report_count' })
export class BrowserReportCountEntity {
  /** Days since 1970, UTC. */
  @PrimaryColumn({ name: 'day', type: 'integer' })
  day!: number;

  /** `csp`, `integrity`, `coop`, `deprecation`, `intervention` or `crash`. */
  @PrimaryColumn({ name: 'kind', type: 'text' })
  kind!: string;

  /** `shell`, or a remote's name. */
  @PrimaryColumn({ name: 'app', type: 'text' })
  app!: string;

  /** `unknown` if the document's set of releases is unknown. */
  @PrimaryColumn({ name: 'release', type: 'text' })
  release!: string;

  /** The page's path, as in its contract. */
  @PrimaryColumn({ name: 'path', type: 'text' })
  path!: string;

  /** What was blocked, or which feature is deprecated. */
  @PrimaryColumn({ name: 'what', type: 'text' })
  what!: string;

  /** Browser family, without a version. */
  @PrimaryColumn({ name: 'browser', type: 'text' })
  browser!: string;

  @Column({ name: 'reports', type: 'integer' })
  reports!: number;
}
