import type { PriceRange } from './price-kind.ts';
import styles from './price-bar.module.css';

interface PriceBarProps {
  readonly range: PriceRange;
  /** Dollars per unit at the right end; the left end is zero. */
  readonly scaleEnd: number;
}

/** The price on a scale that all rows share. The words beside it say the same, so it is only seen. */
export function PriceBar({ range, scaleEnd }: PriceBarProps) {
  const at = (dollars: number) => `${((dollars / scaleEnd) * 100).toFixed(2)}%`;
  return (
    <svg className={styles.bar} aria-hidden="true">
      <line className={styles.track} x1="0%" x2="100%" y1="50%" y2="50%" />
      <line className={styles.range} x1={at(range.low)} x2={at(range.high)} y1="50%" y2="50%" />
      <circle className={styles.average} cx={at(range.average)} cy="50%" r="4" />
    </svg>
  );
}
