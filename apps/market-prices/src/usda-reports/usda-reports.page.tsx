import { useDeferredValue } from 'react';
import { useQuery } from '@site/query';
import { plate, Skeleton } from '@site/ui';
import { StatusCard } from '../connection/status-card.tsx';
import { useReset } from '../connection/use-reset.ts';
import { USDA_REPORTS_PATH, usdaReportsQuery } from './get-usda-reports.ts';
import { COUNTED, LOADED, ReportResults } from './report-results.tsx';
import { ReportsFailed } from './reports-failed.tsx';
import styles from '../prices/prices.module.css';

function Reports() {
  const { data, error, isFetching, errorUpdatedAt, refetch } = useQuery(usdaReportsQuery);
  const reset = useReset(usdaReportsQuery.queryKey);
  // A long list is rendered a few rows at a time, so that the page stays responsive.
  const list = useDeferredValue(data);
  if (list) return <ReportResults list={list} />;
  if (data || isFetching || error === null) {
    return (
      <>
        <StatusCard state="loading" title="Connecting to USDA API..." text={LOADED} counted={COUNTED} />
        <div className="tall">
          <Skeleton shape="table" label="Loading reports..." lines={9} onRetry={reset} />
        </div>
      </>
    );
  }
  return (
    <>
      <StatusCard state="failed" title="API Connection Failed" text="Unable to connect to USDA MARS API" counted={COUNTED} />
      <ReportsFailed
        title="Failed to load reports"
        requested="list of reports"
        endpoint={USDA_REPORTS_PATH}
        error={error}
        failedAt={errorUpdatedAt}
        onRetry={() => void refetch()}
      />
    </>
  );
}

export function Component() {
  return (
    <div className="stack gap-5">
      <Reports />
      <section className={plate('solid', `padded ${styles.about}`)} aria-labelledby="about-the-api">
        <h2 id="about-the-api" className={`heading-l ${styles.aboutTitle}`}>
          About the USDA MARS API
        </h2>
        <p>
          This site’s server authenticates to USDA’s market-news service with an API key via basic auth and requests its reports
          endpoint (version 1.2). The key never leaves the server, which keeps a copy of the list, so that nobody waits for USDA.
        </p>
        <p>
          <code className="anywhere">https://marsapi.ams.usda.gov/services/v1.2/reports</code>
        </p>
      </section>
    </div>
  );
}
