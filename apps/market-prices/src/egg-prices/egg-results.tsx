import type { PriceRecord } from '@site/contracts';
import { Button, EmptyState } from '@site/ui';
import { filterEggs } from './egg-filters.ts';
import { EggTable } from './egg-table.tsx';
import { findEggType } from './egg-types.ts';
import type { EggFilters } from './use-egg-filters.ts';
import styles from './egg-prices.module.css';

interface EggResultsProps {
  readonly records: readonly PriceRecord[];
  readonly filters: EggFilters;
}

function NoMatch({ filters }: { readonly filters: EggFilters }) {
  const type = findEggType(filters.type);
  const what = type && filters.type ? `${type.primaryName} eggs` : 'eggs';
  const where = filters.region ? ` in the ${filters.region} region` : '';
  return (
    <EmptyState title="No rows for this choice">
      {`This week’s report lists no ${what}${where}.`} That is common: a region has far fewer rows than the country.
      <div className={styles.actions}>
        {filters.region && (
          <Button look="quiet" onClick={() => filters.chooseRegion(null)}>
            Show all regions
          </Button>
        )}
        {filters.type && (
          <Button look="quiet" onClick={() => filters.setType('')}>
            Show all egg types
          </Button>
        )}
      </div>
    </EmptyState>
  );
}

/** The rows that the filters leave, their number, and what is out of sight. */
export function EggResults({ records, filters }: EggResultsProps) {
  if (records.length === 0) {
    return (
      <EmptyState title="No feature activities found">No retail egg feature activities available for this period</EmptyState>
    );
  }
  const { shown, hiddenNational } = filterEggs(records, filters.type, filters.region);
  return (
    <section className={styles.results} aria-label="Prices">
      <div className={styles.counts}>
        <p className={styles.count} role="status">
          {`${shown.length} of ${records.length} rows shown`}
        </p>
        {hiddenNational > 0 && (
          <p className={styles.hidden}>
            {hiddenNational === 1 ? '1 NATIONAL row is' : `${hiddenNational} NATIONAL rows are`} hidden by the region filter.
          </p>
        )}
      </div>
      {shown.length === 0 ? <NoMatch filters={filters} /> : <EggTable records={shown} />}
    </section>
  );
}
