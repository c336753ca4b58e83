import type { CSSProperties } from 'react';
import { Skeleton } from '@site/ui';
// Not in the chart's own styles, which come with its code.
import styles from '../prices/prices.module.css';

interface ChartAwaitedProps {
  readonly label: string;
  /** Lines that the chart will have. */
  readonly items: number;
}

/** Stands for a chart that is on its way, as high as it. */
export function ChartAwaited({ label, items }: ChartAwaitedProps) {
  return (
    <div className={styles.chartAwaited} style={{ '--items': items } as CSSProperties}>
      <Skeleton label={label} lines={6} />
    </div>
  );
}
