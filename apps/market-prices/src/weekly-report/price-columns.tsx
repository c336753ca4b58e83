import { calendarDate, type PriceRecord } from '@site/contracts';
import { PastYear } from '../history/past-year.tsx';
import type { Column } from '../table/data-table.tsx';
import { PriceBar } from '../prices/price-bar.tsx';
import type { PriceKind } from '../prices/price-kind.ts';
import { QualityBadge } from './quality-badge.tsx';
import { WeeklyChange } from './weekly-change.tsx';
import styles from './price-cells.module.css';

interface PriceProps {
  readonly kind: PriceKind;
  readonly record: PriceRecord;
  readonly scaleEnd: number;
}

function Price({ kind, record, scaleEnd }: PriceProps) {
  const price = kind.read(record);
  const range = kind.range(record);
  return (
    <>
      <span className={`nowrap ${styles.price}`}>{price.text}</span>
      {price.unit && <span className="note"> {price.unit}</span>}
      {range && scaleEnd > 0 && <PriceBar range={range} scaleEnd={scaleEnd} />}
      {price.asSold && <span className="note beneath">{price.asSold}</span>}
    </>
  );
}

/** The scale that the bars of all rows share, in whole dollars. */
export function scaleEndOf(kind: PriceKind, records: readonly PriceRecord[]): number {
  return Math.ceil(records.reduce((highest, record) => Math.max(highest, kind.range(record)?.high ?? 0), 0));
}

/** The specified columns in the specified order, followed by the past year. */
export function priceColumns(kind: PriceKind, scaleEnd: number): readonly Column<PriceRecord>[] {
  const change: Column<PriceRecord> = {
    id: 'change',
    header: 'Weekly Change',
    width: 12,
    sortBy: (record) => (record.price_change === null ? null : record.price_change_percent),
    cell: (record) => <WeeklyChange kind={kind} record={record} />,
  };
  return [
    {
      id: 'date',
      header: 'Report Date',
      width: 10,
      sortBy: (record) => record.report_date,
      cell: (record) => (
        <time className="nowrap" dateTime={record.report_date}>
          {calendarDate(record.report_date)}
        </time>
      ),
    },
    {
      id: 'item',
      header: kind.itemHeader,
      kind: 'title',
      width: 16,
      sortBy: (record) => record.type,
      cell: (record) => (
        <>
          {record.type}
          <span className="note beneath">{kind.details(record)}</span>
        </>
      ),
    },
    { id: 'section', header: 'Section', width: 9, sortBy: (record) => record.section, cell: (record) => record.section ?? '-' },
    {
      id: 'price',
      header: 'Price Range',
      kind: 'wide',
      width: 18,
      sortBy: (record) => kind.range(record)?.average ?? null,
      cell: (record) => <Price kind={kind} record={record} scaleEnd={scaleEnd} />,
    },
    { id: 'region', header: 'Region', width: 14, sortBy: (record) => record.region, cell: (record) => record.region },
    {
      id: 'stores',
      header: 'Store Count',
      kind: 'number',
      width: 8,
      sortBy: (record) => record.store_count,
      cell: (record) => record.store_count?.toLocaleString('en-US') ?? '-',
    },
    {
      id: 'quality',
      header: 'Quality',
      width: 8,
      sortBy: (record) => record.quality_grade,
      cell: (record) => <QualityBadge grade={record.quality_grade} />,
    },
    ...(kind.hasWeeklyChange ? [change] : []),
    // Only regions that have been on screen have loaded a history, so on paper an empty cell would read as "no data".
    {
      id: 'year',
      header: 'Past Year',
      width: 11,
      isScreenOnly: true,
      cell: (record) => <PastYear kind={kind} record={record} />,
    },
  ];
}
