import { Skeleton } from '@site/ui';
// Not in the chart's own style sheet, which loads with its code.
import styles from './past-year.module.css';

/** A placeholder for a chart that is loading, about as tall as the chart. */
export function ChartPlaceholder({ label }: { readonly label: string }) {
  return (
    <div className={styles.placeholder}>
      <Skeleton label={label} lines={6} />
    </div>
  );
}
