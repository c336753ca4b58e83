import { Skeleton } from '@site/ui';
// Not in the chart's own styles, which come with its code.
import styles from './past-year.module.css';

/** Stands for a chart that is on its way, about as high as it. */
export function ChartAwaited({ label }: { readonly label: string }) {
  return (
    <div className={styles.awaited}>
      <Skeleton label={label} lines={6} />
    </div>
  );
}
