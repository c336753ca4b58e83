import { memo, useContext, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { placeNamed, priceItemKey, type PriceRecord, secondsOf } from '@site/contracts';
import { useQuery } from '@site/query';
import { Button } from '@site/ui';
import { fullName, type PriceKind } from '../prices/price-kind.ts';
import { ChartSelectionContext } from './chart-selection.ts';
import { priceHistoryQuery } from './get-price-history.ts';
import { sparkline } from './history-model.ts';
import { THIN_LINE } from './palette.ts';
import styles from './past-year.module.css';

interface PastYearProps {
  readonly kind: PriceKind;
  readonly record: PriceRecord;
}

const Spark = memo(function Spark({ kind, record }: PastYearProps) {
  const place = placeNamed(record.region) ?? 'NATIONAL';
  const item = priceItemKey(kind.commodity, record);
  const { items, place: shown, toggle, claim } = useContext(ChartSelectionContext);
  const button = useRef<HTMLButtonElement>(null);
  const { data } = useQuery(priceHistoryQuery(kind, place, record.report_date));
  const line = useMemo(() => {
    const points = data?.byItem.get(item)?.points ?? [];
    const prices = points.flatMap(({ date, price_avg }) =>
      price_avg === null ? [] : [{ at: secondsOf(date), price: price_avg }],
    );
    return sparkline(prices);
  }, [data, item]);
  const isShown = shown === place && items.includes(item);
  // When the chart closes, or when the row is rendered again later. Never takes the focus from a control that has it by then.
  useEffect(() => {
    if (items.length > 0 || !claim(item, place)) return;
    if (document.activeElement?.contains(button.current)) button.current?.focus();
  }, [items, claim, item, place]);
  return (
    <Button
      ref={button}
      look="choice"
      className={styles.spark}
      aria-pressed={isShown}
      aria-label={`Chart: ${fullName(kind, record)}, ${place}`}
      onClick={({ currentTarget }) => toggle(item, place, currentTarget)}
    >
      {line && (
        <svg width="100%" height="26" overflow="visible" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path {...THIN_LINE} stroke="currentcolor" d={line.path} />
          <path {...THIN_LINE} stroke="var(--orange)" strokeWidth="6" d={line.last} />
        </svg>
      )}
      <span className="screen-only">Chart</span>
    </Button>
  );
});

/**
 * The row's stored weeks as a sparkline; clicking it adds them to the chart. When a filter replaces the row's record,
 * its text is rendered first; the lookup of a history, perhaps of another region, follows.
 */
export function PastYear({ kind, record }: PastYearProps) {
  return <Spark kind={kind} record={useDeferredValue(record)} />;
}
