import { memo, useMemo, useState } from 'react';
import {
  type Change,
  changeWords,
  directionOf,
  dollars,
  type Place,
  type PriceRecord,
  storeWords,
  type WeekPrice,
} from '@site/contracts';
import { Button, CHANGE_LOOKS, Choice, plate } from '@site/ui';
import { PastYear } from '../history/past-year.tsx';
import { PriceBar } from '../prices/price-bar.tsx';
import { fullName, type PriceKind } from '../prices/price-kind.ts';
import { ITEM_ORDERS, type ItemOrder, type PriceViewControl } from '../prices/use-price-view.ts';
import { groupItems, orderGroups, type ItemGroup } from './item-groups.ts';
import cells from './price-cells.module.css';
import styles from './item-list.module.css';

const ORDERS: Readonly<Record<ItemOrder, string>> = {
  stores: 'Most stores first',
  cheapest: 'Cheapest first',
  'most-expensive': 'Most expensive first',
  rise: 'Largest rise first',
  fall: 'Largest fall first',
  spread: 'Widest spread first',
};

export function OrderChoice({ view }: { readonly view: PriceViewControl }) {
  return (
    <Choice
      label="Order"
      labelPosition="beside"
      value={view.order}
      onChange={({ target }) => view.change({ order: ITEM_ORDERS.find((order) => order === target.value) ?? 'stores' })}
    >
      {ITEM_ORDERS.map((order) => (
        <option key={order} value={order}>
          {ORDERS[order]}
        </option>
      ))}
    </Choice>
  );
}
function Changed({ change }: { readonly change: Change | null }) {
  if (!change) return <span className="note">No data</span>;
  const direction = directionOf(change);
  return (
    <span className={CHANGE_LOOKS[direction]} data-direction={direction}>
      {changeWords(change)}
    </span>
  );
}

function Figures({ price }: { readonly price: WeekPrice | null }) {
  return (
    <>
      <span>
        <strong className={`nowrap ${cells.price}`}>{price ? dollars(price.range.average) : '-'}</strong>
        <span className="note beneath">{price ? `${price.unit}, ${storeWords(price.stores)}` : 'not advertised'}</span>
      </span>
      <span>{price && <Changed change={price.lastWeek} />}</span>
    </>
  );
}

interface ItemProps {
  readonly kind: PriceKind;
  readonly group: ItemGroup;
  readonly scaleEnd: number;
}

function Spread({ group, scaleEnd }: Omit<ItemProps, 'kind'>) {
  const { regions, main } = group;
  const [cheapest, mostExpensive] = [regions[0], regions.at(-1)];
  if (!cheapest || !mostExpensive) return <span className="note">No regional prices</span>;
  const [low, high] = [cheapest.range.average, mostExpensive.range.average];
  return (
    <span>
      {main?.isComparable && <PriceBar range={{ low, high, average: main.range.average }} scaleEnd={scaleEnd} />}
      <span className="note beneath">{`${dollars(low)} to ${dollars(high)}`}</span>
    </span>
  );
}

const Item = memo(function Item({ kind, group, scaleEnd }: ItemProps) {
  const [isOpen, setOpen] = useState(false);
  const { record, regions, main } = group;
  const name = fullName(kind, record);
  const count = regions.length === 1 ? '1 region' : `${regions.length} regions`;
  return (
    <li className={styles.item}>
      <div className={`digits ${styles.line}`}>
        <span className={`anywhere ${styles.name}`}>
          {record.type}
          <span className="note beneath">{kind.details(record)}</span>
        </span>
        <Figures price={main} />
        <Spread group={group} scaleEnd={scaleEnd} />
        <PastYear kind={kind} record={main?.record ?? record} />
        <Button
          look="quiet"
          className="screen-only"
          aria-expanded={isOpen}
          aria-label={`${count} for ${name}`}
          disabled={regions.length === 0}
          onClick={() => setOpen(!isOpen)}
        >
          {count}
        </Button>
      </div>
      {isOpen && (
        <ul className={`bare-list ${styles.regions}`} aria-label={`${name}, by region`}>
          {regions.map((price) => (
            <li key={price.place} className={`digits ${styles.line}`}>
              <span className={`anywhere ${styles.name}`}>{price.place}</span>
              <Figures price={price} />
              <span>
                {price.isComparable && <PriceBar range={price.range} scaleEnd={scaleEnd} />}
                <span className="note beneath">{`${dollars(price.range.low)} to ${dollars(price.range.high)}`}</span>
              </span>
              <PastYear kind={kind} record={price.record} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
});

interface ItemListProps {
  readonly kind: PriceKind;
  readonly records: readonly PriceRecord[];
  readonly shown: readonly PriceRecord[];
  readonly place: Place;
  readonly order: ItemOrder;
  readonly scaleEnd: number;
}

/** One line for each item: its figure, its change, its spread across the regions and its past year; the regions expand on demand. */
export const ItemList = memo(function ItemList({ kind, records, shown, place, order, scaleEnd }: ItemListProps) {
  const groups = useMemo(() => groupItems(kind, records, shown, place), [kind, records, shown, place]);
  const ordered = useMemo(() => orderGroups(groups, order), [groups, order]);
  return (
    <ol className={plate('solid', `bare-list ${styles.list}`)} aria-label="Items">
      {ordered.map((group) => (
        <Item key={group.item} kind={kind} group={group} scaleEnd={scaleEnd} />
      ))}
    </ol>
  );
});
