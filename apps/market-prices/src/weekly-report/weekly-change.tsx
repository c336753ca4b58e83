import { directionOf, type PriceRecord } from '@site/contracts';
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
  const range = kind.range(record);
  const factor = average ? (range?.average ?? average) / average : 1;
  const dollars = change * factor;
  const direction = directionOf({ dollars, percent });
  const { unit } = kind.read(record);
  const sign = direction === 'up' ? '+' : '';
  return (
    <span className={`${styles.changed} ${CHANGE_LOOKS[direction]}`} data-direction={direction}>
      <svg className={styles.arrow} viewBox="0 0 16 16" role="img" aria-label={WORDS[direction]}>
        <path d={SHAPES[direction]} />
      </svg>
      {/* An item's own unit may be wider than the column. */}
      <span className={range ? 'nowrap' : undefined}>{`${sign}$${Math.abs(dollars).toFixed(2)} ${unit ?? ''}`}</span>
      <span className={styles.percent}>{`${sign}${percent.toFixed(1)}%`}</span>
    </span>
  );
}
