// The roles look redundant, but browsers forget that a table is one when its style says grid (narrow screens).
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import type { PriceRecord } from '@site/contracts';
import { PriceBar } from './price-bar.tsx';
import { dozenRange, eggPrice, eggsIn } from './price-per-dozen.ts';
import { calendarDate } from '../connection/report-dates.ts';
import styles from './egg-table.module.css';

const COLUMNS = ['Report Date', 'Egg Type', 'Section', 'Price Range', 'Region', 'Store Count', 'Quality'] as const;

const rowKey = (record: PriceRecord, index: number) =>
  `${record.region}/${record.type}/${record.environment}/${record.package_size}/${index}`;

function packageText(size: string | null): string | null {
  const eggs = eggsIn(size);
  return eggs === null ? size : `carton of ${eggs}`;
}

function PriceCell({ record, scaleEnd }: { readonly record: PriceRecord; readonly scaleEnd: number }) {
  const price = eggPrice(record);
  const range = dozenRange(record);
  return (
    <>
      <span className={styles.price}>{price.text}</span>
      {price.unit && <span className={styles.unit}> {price.unit}</span>}
      {range && scaleEnd > 0 && <PriceBar range={range} scaleEnd={scaleEnd} />}
      {price.asSold && <span className={styles.beneath}>{price.asSold}</span>}
    </>
  );
}

function EggRow({ record, scaleEnd }: { readonly record: PriceRecord; readonly scaleEnd: number }) {
  const details = [packageText(record.package_size), record.environment, record.condition].filter(Boolean).join(', ');
  return (
    <tr role="row" className={styles.row}>
      <td role="cell" className={styles.cell} data-label="Report Date">
        <time className={styles.date} dateTime={record.report_date}>
          {calendarDate(record.report_date)}
        </time>
      </td>
      <th role="rowheader" scope="row" className={`${styles.cell} ${styles.type}`}>
        {record.type}
        {details && <span className={styles.beneath}>{details}</span>}
      </th>
      <td role="cell" className={styles.cell} data-label="Section">
        {record.section ?? '-'}
      </td>
      <td role="cell" className={`${styles.cell} ${styles.priceCell}`}>
        <PriceCell record={record} scaleEnd={scaleEnd} />
      </td>
      <td role="cell" className={styles.cell} data-label="Region">
        {record.region}
      </td>
      <td role="cell" className={`${styles.cell} ${styles.number}`} data-label="Store Count">
        {record.store_count?.toLocaleString('en-US') ?? '-'}
      </td>
      <td role="cell" className={styles.cell} data-label="Quality">
        {record.quality_grade === null ? '-' : <span className={styles.badge}>{record.quality_grade}</span>}
      </td>
    </tr>
  );
}

/** The report's rows; on narrow screens each row is a card. */
export function EggTable({ records }: { readonly records: readonly PriceRecord[] }) {
  const scaleEnd = Math.ceil(Math.max(0, ...records.map((record) => dozenRange(record)?.high ?? 0)));
  return (
    <div className={styles.frame}>
      <table role="table" className={styles.table}>
        <caption className={styles.caption}>
          Each bar runs from the lowest to the highest price per dozen, the dot is the average over stores
          {scaleEnd > 0 && `; all bars share a scale from $0 to $${scaleEnd}`}.
        </caption>
        <thead role="rowgroup" className={styles.head}>
          <tr role="row">
            {COLUMNS.map((column) => (
              <th
                key={column}
                role="columnheader"
                scope="col"
                className={column === 'Store Count' ? `${styles.column} ${styles.number}` : styles.column}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={styles.body}>
          {records.map((record, index) => (
            <EggRow key={rowKey(record, index)} record={record} scaleEnd={scaleEnd} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
