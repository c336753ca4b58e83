import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { ReleaseCount } from '../../release-count.ts';

/** The number of visits in one hour whose measurement was in the same class. */
@Index('vital_count_of_release', ['app', 'release', 'trial', 'vital', 'hour'])
@Entity({ name: 'vital_count' })
export class VitalCountEntity extends ReleaseCount {
  /** `phone`, `tablet` or `desktop`. */
  @PrimaryColumn({ name: 'device', type: 'text' })
  device!: string;

  /** `lcp`, `inp`, `cls` or `ttfb`. */
  @PrimaryColumn({ name: 'vital', type: 'text' })
  vital!: string;

  /** Class of the value, see vital.ts. */
  @PrimaryColumn({ name: 'value_class', type: 'integer' })
  valueClass!: number;

  @Column({ name: 'views', type: 'integer' })
  views!: number;
}
