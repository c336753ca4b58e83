import { useCallback } from 'react';
import type { PriceRecord, WeeklyReport } from '@site/contracts';
import { useQuery } from '@site/query';
import { Skeleton, Switch } from '@site/ui';
import { StatusCard } from '../connection/status-card.tsx';
import { PriceHistoryFrame } from '../history/price-history-frame.tsx';
import { DataDictionary } from '../weekly-report/data-dictionary.tsx';
import { weeklyReportQuery } from '../prices/get-weekly-report.ts';
import { PriceResults } from '../weekly-report/price-results.tsx';
import { ReportFailed } from '../prices/report-failed.tsx';
import { beefFailure } from '../prices/report-failure.ts';
import { ReportInformation } from '../weekly-report/report-information.tsx';
import { usePriceView, type PriceViewControl } from '../prices/use-price-view.ts';
import { BeefControls } from './beef-controls.tsx';
import { ALL_CUTS, findBeefCut } from './beef-cuts.ts';
import { isBroadMatch, isExactMatch } from './beef-filters.ts';
import { BEEF } from './beef-kind.ts';
import styles from '../prices/prices.module.css';

const REPORT = weeklyReportQuery(BEEF);
const DESCRIPTION = (
  <>
    What grocery stores across the country advertised of each cut of beef, region by region. Prices are per lb. Advertised feature
    prices, not shelf prices.
  </>
);
const FOOT = (
  <>
    <DataDictionary kind={BEEF} />
    <section className={styles.about} aria-labelledby="about-this-report">
      <h2 id="about-this-report" className={styles.aboutTitle}>
        About This Report
      </h2>
      <p>
        All rows are feature activity from a single report date: what the sampled stores advertised in that week. A feature is a
        special offer, so it usually lies below the shelf price. USDA Market News gathers the advertisements and publishes the
        report (slug 3228) once a week.
      </p>
      <p>
        A change compares an item with itself one week earlier. What is advertised differs from week to week, so read it together
        with the store count.
      </p>
    </section>
  </>
);

function Status() {
  const { data: report, error, isFetching } = useQuery(REPORT);
  const loaded = { text: 'Successfully loaded weekly beef report', counted: 'records' };
  if (report) {
    return (
      <StatusCard state="connected" title="API Connected" {...loaded} count={report.currentWeekData.length} origin={report} />
    );
  }
  if (isFetching || error === null) return <StatusCard state="loading" title="Connecting to USDA API..." {...loaded} />;
  return (
    <StatusCard state="failed" title="API Connection Failed" text="Unable to load weekly beef report" counted={loaded.counted} />
  );
}

function Rows({ report, view }: { readonly report: WeeklyReport; readonly view: PriceViewControl }) {
  const { choice, exact } = view;
  const cut = findBeefCut(choice) ?? ALL_CUTS;
  const matches = useCallback(
    (record: PriceRecord) => (exact ? isExactMatch(record, cut) : isBroadMatch(record, cut)),
    [exact, cut],
  );
  return (
    <PriceResults kind={BEEF} report={report} view={view} matches={matches} chosen={choice && cut.label}>
      {(shown) =>
        choice !== '' && (
          <div className={styles.match}>
            <span>{`${exact ? 'exact' : 'broad'} match: ${shown.toLocaleString('en-US')} ${shown === 1 ? 'row' : 'rows'}`}</span>
            <Switch isOn={exact} onChange={(isExact) => view.change({ exact: isExact })}>
              Exact
            </Switch>
          </div>
        )
      }
    </PriceResults>
  );
}

export function BeefReport({ view }: { readonly view: PriceViewControl }) {
  const { data: report, error, isFetching, errorUpdatedAt, refetch } = useQuery(REPORT);
  if (report) {
    return (
      <PriceHistoryFrame
        kind={BEEF}
        report={report}
        view={view}
        information={<ReportInformation kind={BEEF} report={report} showsAge={false} description={DESCRIPTION} />}
      >
        <Rows report={report} view={view} />
      </PriceHistoryFrame>
    );
  }
  if (isFetching || error === null) {
    return (
      <div className={styles.waiting}>
        <Skeleton shape="table" label="Loading beef cut prices..." lines={8} />
      </div>
    );
  }
  return (
    <ReportFailed
      kind={BEEF}
      error={error}
      message={beefFailure(error)}
      failedAt={errorUpdatedAt}
      onRetry={() => void refetch()}
    />
  );
}

export function Component() {
  const view = usePriceView(BEEF);
  if (view.chartAlone) return <BeefReport view={view} />;
  return (
    <div className={styles.page}>
      <Status />
      <p className={styles.line}>
        <strong>Note:</strong> national weekly beef feature activity from Washington, DC.
      </p>
      <BeefControls view={view} />
      <BeefReport view={view} />
      {FOOT}
    </div>
  );
}
