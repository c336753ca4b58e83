import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { ReleaseCount } from '../release-count.ts';

/** The number of page views in one hour with the same outcome. */
@Index('view_count_of_release', ['app', 'release', 'trial', 'hour'])
@Entity({ name: 'view_count' })
export class ViewCountEntity extends ReleaseCount {
  /** `shown`, `replaced`, `failed` or `error`. */
  @PrimaryColumn({ name: 'outcome', type: 'text' })
  outcome!: string;

  /** Class of the load time, see load-times.ts. */
  @PrimaryColumn({ name: 'load_class', type: 'integer' })
  loadClass!: number;

  @Column({ name: 'views', type: 'integer' })
  views!: number;

  /** The number of failures that count when a canary is judged: see report-admission.ts. */
  @Column({ name: 'judged', type: 'integer', default: 0 })
  judged!: number;

  /** The last failure's step and message; null for pages that were shown. */
  @Column({ name: 'message', type: 'text', nullable: true })
  message!: string | null;
}
