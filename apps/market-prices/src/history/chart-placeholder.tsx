import type { CSSProperties } from 'react';
import { Skeleton } from '@site/ui';
// Not in the chart's own style sheet, which loads with its code.
import styles from './past-year.module.css';

interface ChartPlaceholderProps {
  readonly label: string;
  /** How many lines the chart will have: each is also in the list below it. */
  readonly lines: number;
  /** Requests what the chart waits for again. */
  readonly onRetry?: () => void;
}

/** A placeholder for a chart that is loading, about as tall as the chart with its list. */
export function ChartPlaceholder({ label, lines, onRetry }: ChartPlaceholderProps) {
  return (
    // React's style type lacks custom properties.
    <div className={styles.placeholder} style={{ '--lines': lines } as CSSProperties}>
      <Skeleton label={label} lines={6} onRetry={onRetry} />
    </div>
  );
}
