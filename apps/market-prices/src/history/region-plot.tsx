import { useMemo } from 'react';
import { priceItemKey, type PriceRecord } from '@site/contracts';
import { PriceBar } from '../prices/price-bar.tsx';
import { fullName, type PriceKind, type PriceRange } from '../prices/price-kind.ts';
import { dollars, stores } from '../prices/price-text.ts';
import type { PriceViewControl } from '../prices/use-price-view.ts';
import { placeNamed, REGIONS, type Place } from '../prices/zip-region.ts';
import styles from './history.module.css';

interface RegionPrice {
  readonly place: Place;
  readonly range: PriceRange;
  readonly stores: number | null;
}

/** One item in every region of the week that has a price for it, cheapest first. */
function pricesByRegion(kind: PriceKind, records: readonly PriceRecord[], item: string): RegionPrice[] {
  return records
    .filter((record) => priceItemKey(record) === item)
    .flatMap((record) => {
      const place = placeNamed(record.region);
      const range = kind.range(record);
      return place && range ? [{ place, range, stores: record.store_count }] : [];
    })
    .sort((one, other) => one.range.average - other.range.average);
}

interface RegionPlotProps {
  readonly kind: PriceKind;
  readonly records: readonly PriceRecord[];
  readonly item: string | undefined;
  readonly place: Place;
  readonly view: Pick<PriceViewControl, 'change' | 'chartAlone'>;
}

/** This week's price of the first item, region by region: dot and range on one scale, and the same in figures. */
export function RegionPlot({ kind, records, item, place, view }: RegionPlotProps) {
  const prices = useMemo(() => (item === undefined ? [] : pricesByRegion(kind, records, item)), [kind, records, item]);
  const record = records.find((one) => priceItemKey(one) === item);
  if (!record || prices.length === 0) return null;
  const scaleEnd = Math.ceil(Math.max(...prices.map(({ range }) => range.high)));
  const without = REGIONS.filter((region) => !prices.some((price) => price.place === region));
  return (
    <div>
      <table className={styles.regionTable} data-alone={view.chartAlone}>
        <caption className={styles.regionCaption}>
          <strong>This week by region: {fullName(kind, record)}</strong>
          <span>{` per ${kind.unit}, cheapest first, on a scale from $0 to $${scaleEnd}`}</span>
        </caption>
        <thead className={styles.unseen}>
          <tr>
            <th scope="col">Region</th>
            <th scope="col">Average</th>
            <th scope="col">Lowest to highest</th>
            <th scope="col">Stores</th>
          </tr>
        </thead>
        <tbody>
          {prices.map(({ place: where, range, stores: count }) => (
            <tr key={where} className={styles.region}>
              <th scope="row">
                <button
                  type="button"
                  className={styles.place}
                  aria-pressed={where === place}
                  onClick={() => view.change({ place: where })}
                >
                  {where}
                </button>
              </th>
              <td className={styles.average}>{dollars(range.average)}</td>
              <td className={styles.rangeCell}>
                <PriceBar range={range} scaleEnd={scaleEnd} />
                <span className={styles.ends}>{`${dollars(range.low)} - ${dollars(range.high)}`}</span>
              </td>
              <td className={styles.stores}>{stores(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {without.length > 0 && <p className={styles.source}>{`Not advertised this week in: ${without.join(', ')}`}</p>}
    </div>
  );
}
