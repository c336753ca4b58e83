import { useQuery } from '@site/query';
import { FailedState, Skeleton } from '@site/ui';
import { EggControls } from './egg-controls.tsx';
import { EggResults } from './egg-results.tsx';
import { describeFailure, eggReportQuery } from './get-egg-report.ts';
import { ReportInformation } from './report-information.tsx';
import { useEggFilters, type EggFilters } from './use-egg-filters.ts';
import styles from './egg-prices.module.css';

function Report({ filters }: { readonly filters: EggFilters }) {
  const { data: report, error, isFetching, refetch } = useQuery(eggReportQuery);
  if (report) {
    return (
      <>
        <ReportInformation report={report} />
        <EggResults records={report.currentWeekData} filters={filters} />
      </>
    );
  }
  if (isFetching || !error) return <Skeleton label="Loading egg prices..." lines={8} />;
  const failure = describeFailure(error);
  return (
    <FailedState title="Error loading report:" onRetry={() => void refetch()}>
      <p className={styles.message}>{failure.message}</p>
      <p className={styles.hint}>{failure.hint}</p>
    </FailedState>
  );
}

export function Component() {
  const filters = useEggFilters();
  return (
    <div className={styles.page}>
      <EggControls filters={filters} />
      <Report filters={filters} />
      <details className={styles.how}>
        <summary>How these figures are made</summary>
        <p>
          Each week USDA Market News reads the advertisements of grocery stores and reports what eggs were featured, where, in how
          many stores and at what price. A feature is a special offer, so it usually lies below the shelf price. USDA states the
          price of a carton, which may hold 12 to 60 eggs; this page divides by the number of eggs and multiplies by twelve, so
          that cartons can be compared. What is not counted in eggs, such as liquid egg white, keeps its own unit.
        </p>
      </details>
    </div>
  );
}
