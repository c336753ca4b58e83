import { useCallback, useContext, useDeferredValue, useMemo, type ReactNode } from 'react';
import type { PriceRecord, Region, WeeklyReport } from '@site/contracts';
import { Button, Choice, EmptyState, focusHeading, plate } from '@site/ui';
import { ChosenFilters } from '../controls/chosen-filters.tsx';
import { ChartSelectionContext, useReturnToOpener } from '../history/chart-selection.ts';
import { DataTable } from '../table/data-table.tsx';
import { NoActivities } from '../prices/no-activities.tsx';
import { ItemList, OrderChoice } from './item-list.tsx';
import { priceColumns, scaleEndOf } from './price-columns.tsx';
import type { PriceKind } from '../prices/price-kind.ts';
import { savePriceMetadata, savePrices } from './prices-csv.ts';
import { SmallCharts } from './small-charts.tsx';
import { filterRows } from '../prices/region-filter.ts';
import { ROWS_VIEWS, type PriceViewControl, type RowsView } from '../prices/use-price-view.ts';
import type { Sorting } from '../table/use-sorted-rows.ts';
import styles from '../prices/prices.module.css';

interface PriceResultsProps {
  readonly kind: PriceKind;
  readonly report: WeeklyReport;
  readonly view: PriceViewControl;
  /** The page's own filter. The same function while the choice is the same. */
  readonly matches: (record: PriceRecord) => boolean;
  /** The choice as its control names it; empty for all. */
  readonly chosen: string;
  /** How a row's name is compared with the choice, for the note with the number of rows; without it there is no note. */
  readonly match?: string | undefined;
  /** Shown next to that note. */
  readonly children?: ReactNode;
}

interface NoMatchProps extends Pick<PriceResultsProps, 'view' | 'chosen'> {
  readonly region: Region | null;
}

function NoMatch({ view, chosen, region }: NoMatchProps) {
  return (
    <EmptyState title="No rows for this choice">
      {`This week’s report lists nothing${chosen && ` under ${chosen}`}${region ? ` in the ${region} region` : ''}.`}{' '}
      {region ? 'That is common: a region has far fewer rows than the country.' : 'What is advertised differs from week to week.'}
      <div className={`row gap-2-3 ${styles.actions}`}>
        {region && (
          <Button
            look="quiet"
            onClick={() => {
              view.chooseRegion(null);
              focusHeading();
            }}
          >
            Show all regions
          </Button>
        )}
        {view.choice && (
          <Button
            look="quiet"
            onClick={() => {
              view.change({ choice: '', exact: false });
              focusHeading();
            }}
          >
            Show all
          </Button>
        )}
      </div>
    </EmptyState>
  );
}

/** Only while nothing is charted. */
function ChartInvitation() {
  const { items, first } = useContext(ChartSelectionContext);
  if (!first || items.length > 0) return null;
  return <p className="screen-only note">Click a row’s sparkline to see its chart, up to four at once.</p>;
}

const ROWS: Readonly<Record<RowsView, string>> = {
  items: 'Items, with expandable regions',
  all: 'All rows',
  small: 'Small charts',
};

function RowsChoice({ view }: { readonly view: PriceViewControl }) {
  return (
    <Choice
      label="Show"
      labelPosition="beside"
      value={view.rows}
      onChange={({ target }) => view.change({ rows: ROWS_VIEWS.find((rows) => rows === target.value) ?? 'items' })}
    >
      {ROWS_VIEWS.map((rows) => (
        <option key={rows} value={rows}>
          {ROWS[rows]}
        </option>
      ))}
    </Choice>
  );
}

type Filters = Pick<PriceResultsProps, 'matches' | 'chosen' | 'match'> & { readonly region: Region | null };

/** The filters respond immediately; thousands of rows follow in a task of their own, which may be interrupted. */
function useDeferredFilters({ matches, chosen, match, region }: Filters): Filters {
  return useDeferredValue(useMemo(() => ({ matches, chosen, match, region }), [matches, chosen, match, region]));
}

/** The rows that pass the filters, their number, and what is hidden. */
export function PriceResults({ kind, report, view, children, ...filters }: PriceResultsProps) {
  const { currentWeekData: records } = report;
  const scaleEnd = useMemo(() => scaleEndOf(kind, records), [kind, records]);
  const columns = useMemo(() => priceColumns(kind, scaleEnd), [kind, scaleEnd]);
  const { matches, chosen, match, region } = useDeferredFilters({ ...filters, region: view.region });
  const { shown, hiddenNational } = useMemo(() => filterRows(records, matches, region), [records, matches, region]);
  const { change } = view;
  const keepOrder = useCallback((sort: Sorting | null) => change({ sort }), [change]);
  const returning = useReturnToOpener();
  const place = region ?? 'NATIONAL';
  const isSmall = view.rows === 'small';
  if (records.length === 0) return <NoActivities kind={kind} />;
  return (
    <section className={`stack ${styles.results}`} aria-label="Prices" {...returning}>
      <div className={plate('solid', `stack gap-2 ${styles.counts}`)}>
        <div className="row gap-2-3">
          <p className={styles.count} role="status">
            {`${shown.length.toLocaleString('en-US')} of ${records.length.toLocaleString('en-US')} rows ${isSmall ? 'match' : 'shown'}`}
          </p>
          {hiddenNational > 0 && (
            <p className="note">
              {hiddenNational === 1 ? '1 NATIONAL row is' : `${hiddenNational} NATIONAL rows are`} hidden by the region filter.
            </p>
          )}
          {match && (
            <div className="row gap-2-3">
              <span>{`${match} match: ${shown.length.toLocaleString('en-US')} ${shown.length === 1 ? 'row' : 'rows'}`}</span>
              {children}
            </div>
          )}
          <div className="screen-only row gap-2-3">
            <RowsChoice view={view} />
            {view.rows === 'items' && <OrderChoice view={view} />}
          </div>
          <Button
            look="quiet"
            className={`screen-only ${styles.download}`}
            disabled={shown.length === 0}
            onClick={() => savePrices(kind, report, shown)}
          >
            Download CSV
          </Button>
          <Button look="quiet" className="screen-only" onClick={() => savePriceMetadata(kind, report)}>
            Metadata
          </Button>
        </div>
        <ChosenFilters words={[chosen, region && `${region} region`]} />
        {shown.length > 0 && !isSmall && <ChartInvitation />}
      </div>
      {shown.length === 0 ? (
        <NoMatch view={view} chosen={chosen} region={region} />
      ) : view.rows === 'items' ? (
        <ItemList kind={kind} records={records} shown={shown} place={place} order={view.order} scaleEnd={scaleEnd} />
      ) : isSmall ? (
        <SmallCharts kind={kind} shown={shown} place={place} />
      ) : (
        <DataTable
          columns={columns}
          rows={shown}
          all={records}
          initialSorting={view.sort}
          onSort={keepOrder}
          caption={`Each bar runs from the lowest to the highest price per ${kind.unit}; the dot is the average across stores${
            scaleEnd > 0 ? `; all bars share a scale from $0 to $${scaleEnd}` : ''
          }.`}
        />
      )}
    </section>
  );
}
