import { useContext, useMemo } from 'react';
import { type Place, type PriceRecord, weekPrices } from '@site/contracts';
import { plate } from '@site/ui';
import { ChartSelectionContext } from '../history/chart-selection.ts';
import { fullName, type PriceKind } from '../prices/price-kind.ts';
import type { PriceViewControl } from '../prices/use-price-view.ts';
import { RegionList } from './region-list.tsx';
import { RegionMap } from './region-map.tsx';
import styles from './regions.module.css';

interface WeekByRegionProps {
  readonly kind: PriceKind;
  readonly records: readonly PriceRecord[];
  readonly view: PriceViewControl;
}

/**
 * This week's price of the lead item, on a map and in a list. A click filters the page; in standalone view it changes the chart's
 * region.
 */
export function WeekByRegion({ kind, records, view }: WeekByRegionProps) {
  const { lead, place } = useContext(ChartSelectionContext);
  const prices = useMemo(() => (lead === null ? [] : weekPrices(kind, records, lead)), [kind, records, lead]);
  const [first] = prices;
  if (!first) return null;
  const choose = (next: Place) => {
    if (view.chartAlone) view.change({ place: next });
    else view.chooseRegion(next === 'NATIONAL' || next === place ? null : next);
  };
  const shared = { prices, chosen: place, own: view.zipReading.kind === 'region' ? view.region : null, onChoose: choose };
  return (
    <section className={plate('solid', styles.regions)} aria-label="Map of this week’s prices">
      <RegionMap {...shared} />
      <RegionList {...shared} title={fullName(kind, first.record)} unit={first.unit} isAlone={view.chartAlone} />
    </section>
  );
}
