import { measured } from '../measures/readings.ts';
import { SIGNALS, type SignalId } from '../measures/signals.ts';
import type { SignalView } from '../sensor-store.ts';
import styles from './readout-table.module.css';

interface ReadoutTableProps {
  readonly signal: SignalId;
  readonly view: SignalView;
  readonly decimals: number;
  /** Number of columns shown, starting with the first. */
  readonly columns: number;
  /** How many of them the chart below draws. */
  readonly drawn: number;
  /** For screen readers, before the numbers. */
  readonly caption: string;
}

const MARKS = [styles.mark, `${styles.mark} ${styles.second}`, `${styles.mark} ${styles.third}`];

/** The newest value in large type, then statistics of the last 30 seconds. */
export function ReadoutTable({ signal, view, decimals, columns, drawn, caption }: ReadoutTableProps) {
  return (
    <table className={`digits small ${styles.table}`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Value</span>
          </th>
          <th scope="col">Now</th>
          <th scope="col">Min</th>
          <th scope="col">Max</th>
          <th scope="col">Mean</th>
          <th scope="col">
            <abbr title="Standard deviation">σ</abbr>
          </th>
        </tr>
      </thead>
      <tbody>
        {SIGNALS[signal].slice(0, columns).map(({ name, unit }, column) => {
          const summary = view.summaries[column];
          return (
            <tr key={name} data-column={name}>
              <th scope="row">
                {column < drawn && <span className={MARKS[column]} aria-hidden="true" />}
                {name} <span className="note strong">{unit}</span>
              </th>
              <td className={styles.now}>{measured(view.values?.[column], '', decimals)}</td>
              <td>{measured(summary?.min, '', decimals)}</td>
              <td>{measured(summary?.max, '', decimals)}</td>
              <td>{measured(summary?.mean, '', decimals)}</td>
              <td>{measured(summary?.sigma, '', decimals)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
