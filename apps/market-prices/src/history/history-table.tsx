import { Fold } from '@site/ui';
import { calendarDate } from '../connection/report-dates.ts';
import { dollars } from '../prices/price-text.ts';
import { dateOf, type HistoryModel } from './history-model.ts';
import styles from './history.module.css';

interface HistoryTableProps {
  readonly model: HistoryModel;
  readonly names: readonly string[];
  /** First and last week shown. */
  readonly from: number;
  readonly to: number;
}

/** The chart's figures; folded, but always there for who cannot see the lines. */
export function HistoryTable({ model, names, from, to }: HistoryTableProps) {
  const weeks = model.weeks.slice(from, to + 1);
  return (
    <Fold title="The same figures as a table">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reached by the keyboard */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Figures of the chart">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Week of</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">Mean</th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week, offset) => {
              const mean = model.mean[from + offset];
              return (
                <tr key={week}>
                  <th scope="row">{calendarDate(dateOf(week))}</th>
                  {model.lines.map(({ item, readings }) => {
                    const reading = readings[from + offset];
                    return (
                      <td key={item}>
                        {reading ? `${dollars(reading.price)} (${reading.stores?.toLocaleString('en-US') ?? '-'} stores)` : '-'}
                      </td>
                    );
                  })}
                  <td>{mean == null ? '-' : dollars(mean)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Fold>
  );
}
