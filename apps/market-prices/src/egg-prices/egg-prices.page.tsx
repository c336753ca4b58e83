import { useCallback } from 'react';
import type { PriceRecord, WeeklyReport } from '@site/contracts';
import { useQuery } from '@site/query';
import { Choice, Fold, Skeleton } from '@site/ui';
import { Controls } from '../controls/controls.tsx';
import { PriceHistoryFrame } from '../history/price-history-frame.tsx';
import { DataDictionary } from '../weekly-report/data-dictionary.tsx';
import { weeklyReportQuery } from '../prices/get-weekly-report.ts';
import { PlaceControls } from '../prices/place-controls.tsx';
import { PriceResults } from '../weekly-report/price-results.tsx';
import { ReportFailed } from '../prices/report-failed.tsx';
import { eggFailure } from '../prices/report-failure.ts';
import { ReportInformation } from '../weekly-report/report-information.tsx';
import { usePriceView, type PriceViewControl } from '../prices/use-price-view.ts';
import { isOfType } from './egg-filters.ts';
import { EGGS } from './egg-kind.ts';
import { EGG_TYPES, findEggType } from './egg-types.ts';
import styles from '../prices/prices.module.css';

const REPORT = weeklyReportQuery(EGGS);
const DESCRIPTION = (
  <>
    <strong>Prices are per dozen.</strong> Items that are not counted in eggs keep their own unit. Advertised feature prices, not
    shelf prices.
  </>
);
const FOOT = (
  <>
    <DataDictionary kind={EGGS} />
    <Fold title="How these figures are made" look="plate">
      <p>
        Each week USDA Market News reads the advertisements of grocery stores and reports what eggs were featured, where, in how
        many stores and at what price. A feature is a special offer, so it usually lies below the shelf price. USDA states the
        price of a carton, which may hold 12 to 60 eggs; this page divides by the number of eggs and multiplies by twelve, so that
        cartons can be compared. What is not counted in eggs, such as liquid egg white, keeps its own unit.
      </p>
    </Fold>
  </>
);
const CATEGORIES = ['Shell Eggs', 'Specialty'] as const;

/** Made once: React passes over what is the same as before. */
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
    <Controls>
      <Choice label="Filter by Egg Type" value={view.choice} onChange={({ target }) => view.change({ choice: target.value })}>
        {TYPE_CHOICES}
      </Choice>
      <PlaceControls view={view} />
    </Controls>
  );
}

function Rows({ report, view }: { readonly report: WeeklyReport; readonly view: PriceViewControl }) {
  const { choice } = view;
  const matches = useCallback((record: PriceRecord) => isOfType(record, choice), [choice]);
  const type = findEggType(choice);
  const chosen = choice && type ? type.label : '';
  return <PriceResults kind={EGGS} report={report} view={view} matches={matches} chosen={chosen} />;
}

export function EggReport({ view }: { readonly view: PriceViewControl }) {
  const { data: report, error, isFetching, errorUpdatedAt, refetch } = useQuery(REPORT);
  if (report) {
    return (
      <PriceHistoryFrame
        kind={EGGS}
        report={report}
        view={view}
        information={<ReportInformation kind={EGGS} report={report} showsAge={true} description={DESCRIPTION} />}
      >
        <Rows report={report} view={view} />
      </PriceHistoryFrame>
    );
  }
  if (isFetching || error === null) {
    return (
      <div className={styles.waiting}>
        <Skeleton shape="table" label="Loading egg prices..." lines={8} />
      </div>
    );
  }
  return (
    <ReportFailed
      kind={EGGS}
      error={error}
      message={eggFailure(error)}
      failedAt={errorUpdatedAt}
      onRetry={() => void refetch()}
    />
  );
}

export function Component() {
  const view = usePriceView(EGGS);
  if (view.chartAlone) return <EggReport view={view} />;
  return (
    <div className={styles.page}>
      <EggControls view={view} />
      <EggReport view={view} />
      {FOOT}
    </div>
  );
}
