import { calendarDate } from '@site/contracts';
import { Fold } from '@site/ui';
import { dateOf } from './history-model.ts';
import styles from './history.module.css';

interface FiguresTableProps {
  /** Header of the date column. */
  readonly dates: string;
  /** Headers of the other columns. */
  readonly names: readonly string[];
  /** Seconds since 1970, and the row's other cells. */
  readonly rows: readonly { readonly at: number; readonly cells: readonly string[] }[];
}

/** The chart's figures; collapsed, but always available to visitors who cannot see the lines. */
export function FiguresTable({ dates, names, rows }: FiguresTableProps) {
  return (
    <Fold title="The same figures as a table">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Chart data">
        <table className={`digits small ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">{dates}</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ at, cells }) => (
              <tr key={at}>
                <th scope="row">{calendarDate(dateOf(at))}</th>
                {names.map((name, index) => (
                  <td key={name}>{cells[index]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Fold>
  );
}
