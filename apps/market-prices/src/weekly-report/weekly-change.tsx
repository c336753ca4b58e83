import type { PriceRecord } from '@site/contracts';
import { CHANGE_LOOKS } from '@site/ui';
import type { PriceKind } from '../prices/price-kind.ts';
import styles from './price-cells.module.css';

const SHAPES = {
  up: 'M8 2 14 13H2z',
  down: 'M8 14 2 3h12z',
  flat: 'M2 6.5h12v3H2z',
} as const;

const WORDS = { up: 'Up', down: 'Down', flat: 'Unchanged:' } as const;

/** The change from exactly one week earlier: an increase is red, a decrease green, and the arrow shows the direction without color. */
export function WeeklyChange({ kind, record }: { readonly kind: PriceKind; readonly record: PriceRecord }) {
  const { price_change: change, price_change_percent: percent } = record;
  if (change === null || percent === null) return <span className="note">No data</span>;
  const { price_avg: average } = record;
  // The change is stated per price_unit.
  const factor = average ? (kind.range(record)?.average ?? average) / average : 1;
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'flat';
  const sign = direction === 'up' ? '+' : '';
  return (
    <span className={`${styles.changed} ${CHANGE_LOOKS[direction]}`} data-direction={direction}>
      <svg className={styles.arrow} viewBox="0 0 16 16" role="img" aria-label={WORDS[direction]}>
        <path d={SHAPES[direction]} />
      </svg>
      <span className="nowrap">{`${sign}$${Math.abs(change * factor).toFixed(2)} per ${kind.unit}`}</span>
      <span className={styles.percent}>{`${sign}${percent.toFixed(1)}%`}</span>
    </span>
  );
}
