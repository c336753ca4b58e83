import { memo, useContext, useMemo } from 'react';
import {
  calendarDate,
  daysAfter,
  linePath,
  percentTick,
  type Place,
  priceItemKey,
  type PriceRecord,
  YEAR_DAYS,
} from '@site/contracts';
import { useQuery } from '@site/query';
import { Button, plate } from '@site/ui';
import { ChartSelectionContext } from '../history/chart-selection.ts';
import { priceHistoryQuery, type RegionHistory } from '../history/get-price-history.ts';
import { dateOf, percentOfFirst, readHistory } from '../history/history-model.ts';
import { THIN_LINE } from '../history/palette.ts';
import { fullName, type PriceKind } from '../prices/price-kind.ts';
import styles from './item-list.module.css';

interface SmallChartsProps {
  readonly kind: PriceKind;
  readonly shown: readonly PriceRecord[];
  readonly place: Place;
}

interface SmallChart {
  readonly item: string;
  readonly record: PriceRecord;
  /** Percent change since the item's first week in the past year; null for a week without an advertisement. */
  readonly percents: readonly (number | null)[];
  readonly change: number;
  /** What `change` compares with: a year ago, or the item's first week if that is later. */
  readonly since: string;
}

/** Items with at least two weeks, the largest increase first. */
function smallCharts(kind: PriceKind, shown: readonly PriceRecord[], history: RegionHistory) {
  const records = new Map(shown.map((record) => [priceItemKey(kind.commodity, record), record]));
  const model = percentOfFirst(readHistory(kind, history.byItem, [...records.keys()]));
  const charts = model.lines.flatMap(({ item, readings }): SmallChart[] => {
    const record = records.get(item);
    const percents = readings.map((reading) => reading?.price ?? null);
    const known = percents.filter((percent) => percent !== null);
    if (!record || known.length < 2) return [];
    const first = dateOf(model.weeks[percents.findIndex((percent) => percent !== null)] ?? 0);
    const isYear = first <= daysAfter(record.report_date, -YEAR_DAYS);
    const since = isYear ? 'over the year' : `since its first week, ${calendarDate(first)}`;
    return [{ item, record, percents, change: known.at(-1) ?? 0, since }];
  });
  return { weeks: model.weeks, charts: charts.sort((one, other) => other.change - one.change) };
}

/** All items' past years on one scale; a click opens one in the large chart. */
export const SmallCharts = memo(function SmallCharts({ kind, shown, place }: SmallChartsProps) {
  const { toggle } = useContext(ChartSelectionContext);
  const { data: history, error } = useQuery(priceHistoryQuery(kind, place, shown[0]?.report_date ?? ''));
  const read = useMemo(() => (history ? smallCharts(kind, shown, history) : null), [history, kind, shown]);
  if (!read) return <p className={plate('solid', styles.note)}>{error ? 'The history could not be loaded.' : 'Loading…'}</p>;
  const { charts, weeks } = read;
  const all = charts.flatMap(({ percents }) => percents.filter((percent) => percent !== null));
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const [first, last] = [weeks[0] ?? 0, weeks.at(-1) ?? 1];
  const x = (at: number) => ((at - first) / (last - first || 1)) * 100;
  const y = (percent: number) => 98 - ((percent - low) / (high - low)) * 96;
  return (
    <>
      <p className={plate('solid', styles.note)}>
        {`${charts.length === 1 ? '1 chart' : `${charts.length} charts`}: one for each item with prices for at least two weeks. Percent change since each item’s first week in the past year, ${place}; all charts share a scale from ${percentTick(low)} to ${percentTick(high)}, and the horizontal line is at 0%. The largest rise comes first.`}
      </p>
      <div className={styles.small} role="group" aria-label="Small charts">
        {charts.map(({ item, record, percents, change, since }) => (
          <Button
            key={item}
            look="quiet"
            className={styles.chart}
            onClick={({ currentTarget }) => toggle(item, place, currentTarget)}
          >
            <strong>{record.type}</strong>
            <span className="note">{kind.details(record)}</span>
            <svg className={styles.year} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
              <line stroke="var(--hairline)" vectorEffect="non-scaling-stroke" x1="0" x2="100" y1={y(0)} y2={y(0)} />
              <path
                {...THIN_LINE}
                strokeWidth="2.5"
                d={linePath(
                  percents.map((price, index) => ({ at: weeks[index] ?? 0, price })),
                  x,
                  y,
                )}
              />
            </svg>
            <span>{`${percentTick(change)} ${since}`}</span>
            <span className="visually-hidden">{`: show ${fullName(kind, record)} in the large chart`}</span>
          </Button>
        ))}
      </div>
    </>
  );
});
