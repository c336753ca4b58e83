import { useCallback } from 'react';
import type { PriceRecord } from '@site/contracts';
import { Choice, Fold } from '@site/ui';
import { Controls } from '../controls/controls.tsx';
import { PricePage } from '../price-page/price-page.tsx';
import { DataDictionary } from '../weekly-report/data-dictionary.tsx';
import { PlaceControls } from '../prices/place-controls.tsx';
import { eggFailure } from '../prices/report-failure.ts';
import { usePriceView, type PriceViewControl } from '../prices/use-price-view.ts';
import { isOfType } from './egg-filters.ts';
import { EGGS } from './egg-kind.ts';
import { EGG_TYPES, findEggType } from './egg-types.ts';
import styles from '../controls/controls.module.css';

const describe = (unit: string) => (
  <>
    <strong>Prices are per {unit}.</strong> Items that are not counted in eggs keep their own unit. Advertised feature prices, not
    shelf prices.
  </>
);
const FOOT = (
  <>
    <DataDictionary kind={EGGS} />
    <Fold title="How these figures are calculated" look="plate">
      <p>
        Each week USDA Market News reads grocery stores’ advertisements and reports what eggs were featured, where, in how many
        stores and at what price. A feature is a special offer, so it is usually below the shelf price. USDA states the price of a
        carton, which may hold 12 to 60 eggs; unless you choose another unit, this page divides by the number of eggs and
        multiplies by twelve, so that cartons can be compared. What is not counted in eggs, such as liquid egg white, keeps its
        own unit.
      </p>
    </Fold>
  </>
);
const CATEGORIES = ['Shell Eggs', 'Specialty'] as const;

/** Created once: React skips elements that are identical to the previous render's. */
const TYPE_CHOICES = CATEGORIES.map((category) => (
  <optgroup key={category} label={category}>
    {EGG_TYPES.filter((type) => type.category === category).map((type) => (
      <option key={type.value} value={type.value}>
        {type.label}
      </option>
    ))}
  </optgroup>
));

function EggControls({ view }: { readonly view: PriceViewControl }) {
  return (
    <Controls className={styles.ofPrices}>
      <Choice label="Filter by Egg Type" value={view.choice} onChange={({ target }) => view.change({ choice: target.value })}>
        {TYPE_CHOICES}
      </Choice>
      <PlaceControls kind={EGGS} view={view} />
    </Controls>
  );
}

/** If `view` requests the chart alone, nothing else is rendered. */
export function EggPage({ view }: { readonly view: PriceViewControl }) {
  const { choice } = view;
  const matches = useCallback((record: PriceRecord) => isOfType(record, choice), [choice]);
  return (
    <PricePage
      kind={EGGS.inUnit(view.unit)}
      view={view}
      failure={eggFailure}
      description={describe(view.unit)}
      controls={<EggControls view={view} />}
      matches={matches}
      chosen={choice ? (findEggType(choice)?.label ?? '') : ''}
      foot={FOOT}
    />
  );
}

export function Component() {
  return <EggPage view={usePriceView(EGGS)} />;
}
