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
      <table className={`digits ${styles.list}`} data-alone={isAlone}>
        <caption className={styles.caption}>
          <strong>This week by region: {title}</strong>
          <span className="note">{` ${unit}, cheapest first, on a scale from $0 to $${scaleEnd}`}</span>
        </caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Region</th>
            <th scope="col">Average</th>
            <th scope="col">Lowest to highest</th>
            <th scope="col">Stores</th>
          </tr>
        </thead>
        <tbody>
          {prices.map(({ place, range, stores: count }) => (
            <tr key={place} className={styles.region}>
              <th scope="row">
                <Button look="choice" aria-pressed={place === chosen} onClick={() => onChoose(place)}>
                  {place}
                  {place === own && ' (your region)'}
                </Button>
              </th>
              <td className={styles.average}>{dollars(range.average)}</td>
              <td className={styles.rangeCell}>
                <PriceBar range={range} scaleEnd={scaleEnd} />
                <span className="visually-hidden">{`${dollars(range.low)} - ${dollars(range.high)}`}</span>
              </td>
              <td className={`note ${styles.stores}`}>{storeWords(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {without.length > 0 && <p className="note">{`Not advertised this week in: ${without.join(', ')}`}</p>}
    </div>
  );
}
