// The roles look redundant: see table/data-table.tsx.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { dollars, type Place, type Region, REGIONS, storeWords, type WeekPrice } from '@site/contracts';
import { Button } from '@site/ui';
import { PriceBar } from '../prices/price-bar.tsx';
import styles from './regions.module.css';

interface RegionListProps {
  readonly prices: readonly WeekPrice[];
  readonly title: string;
  /** The unit of the prices: 'per dozen'. */
  readonly unit: string;
  readonly chosen: Place;
  /** The region of the visitor's ZIP code. */
  readonly own: Region | null;
  readonly onChoose: (place: Place) => void;
  /** True if nothing else on the page shows range and stores. */
  readonly isAlone: boolean;
}

/** The map's figures, cheapest first: dot and range on one scale, and as text. */
export function RegionList({ prices, title, unit, chosen, own, onChoose, isAlone }: RegionListProps) {
  const scaleEnd = Math.ceil(Math.max(...prices.map(({ range }) => range.high)));
  const without = REGIONS.filter((region) => !prices.some(({ place }) => place === region));
  return (
    <div>
      <table role="table" className={`digits ${styles.list}`} data-alone={isAlone}>
        <caption className={styles.caption}>
          <strong>This week by region: {title}</strong>
          <span className="note">{` ${unit}, cheapest first, on a scale from $0 to $${scaleEnd}`}</span>
        </caption>
        <thead role="rowgroup" className="visually-hidden">
          <tr role="row">
            <th role="columnheader" scope="col">
              Region
            </th>
            <th role="columnheader" scope="col">
              Average
            </th>
            <th role="columnheader" scope="col">
              Lowest to highest
            </th>
            <th role="columnheader" scope="col">
              Stores
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {prices.map(({ place, range, stores: count }) => (
            <tr key={place} role="row" className={styles.region}>
              <th role="rowheader" scope="row">
                <Button look="choice" aria-pressed={place === chosen} onClick={() => onChoose(place)}>
                  {place}
                  {place === own && ' (your region)'}
                </Button>
              </th>
              <td role="cell" className={styles.average}>
                {dollars(range.average)}
              </td>
              <td role="cell" className={styles.rangeCell}>
                <PriceBar range={range} scaleEnd={scaleEnd} />
                <span className="visually-hidden">{`${dollars(range.low)} - ${dollars(range.high)}`}</span>
              </td>
              <td role="cell" className={`note ${styles.stores}`}>
                {storeWords(count)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {without.length > 0 && <p className="note">{`Not advertised this week in: ${without.join(', ')}`}</p>}
    </div>
  );
}
