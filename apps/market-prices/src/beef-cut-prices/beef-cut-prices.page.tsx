import { useCallback } from 'react';
import type { PriceRecord } from '@site/contracts';
import { useQuery } from '@site/query';
import { plate, Switch } from '@site/ui';
import { StatusCard } from '../connection/status-card.tsx';
import { PricePage } from '../price-page/price-page.tsx';
import { DataDictionary } from '../weekly-report/data-dictionary.tsx';
import { weeklyReportQuery } from '../prices/get-weekly-report.ts';
import { beefFailure } from '../prices/report-failure.ts';
import { usePriceView, type PriceViewControl } from '../prices/use-price-view.ts';
import { BeefControls } from './beef-controls.tsx';
import { ALL_CUTS, findBeefCut } from './beef-cuts.ts';
import { isBroadMatch, isExactMatch } from './beef-filters.ts';
import { BEEF } from './beef-kind.ts';
import styles from '../prices/prices.module.css';

const REPORT = weeklyReportQuery(BEEF);
const describe = (unit: string) => (
  <>
    The prices that grocery stores across the country advertised for each cut of beef, region by region. Prices are per {unit}.
    Advertised feature prices, not shelf prices.
  </>
);
const FOOT = (
  <>
    <DataDictionary kind={BEEF} />
    <section className={plate('solid', `padded ${styles.about}`)} aria-labelledby="about-this-report">
      <h2 id="about-this-report" className={`heading-l ${styles.aboutTitle}`}>
        About This Report
      </h2>
      <p>
        All rows are feature activity from a single report date: what the sampled stores advertised in that week. A feature is a
        special offer, so it is usually below the shelf price. USDA Market News gathers the advertisements and publishes the
        report (slug 3228) once a week.
      </p>
      <p>
        A change compares an item with itself one week earlier. What is advertised differs from week to week, so read a change
        together with the store count.
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

const STATUS = <Status />;

/** If `view` requests the chart alone, nothing else is rendered. */
export function BeefPage({ view }: { readonly view: PriceViewControl }) {
  const { choice, exact } = view;
  const cut = findBeefCut(choice) ?? ALL_CUTS;
  const matches = useCallback(
    (record: PriceRecord) => (exact ? isExactMatch(record, cut) : isBroadMatch(record, cut)),
    [exact, cut],
  );
  return (
    <PricePage
      kind={BEEF.inUnit(view.unit)}
      view={view}
      failure={beefFailure}
      description={describe(view.unit)}
      status={STATUS}
      controls={
        <>
          <p className={plate('solid', styles.line)}>
            <strong>Note:</strong> national weekly beef feature activity from Washington, DC.
          </p>
          <BeefControls view={view} />
        </>
      }
      matches={matches}
      chosen={choice && cut.label}
      match={choice === '' ? undefined : exact ? 'exact' : 'broad'}
      foot={FOOT}
    >
      <div className="screen-only">
        <Switch isOn={exact} onChange={(isExact) => view.change({ exact: isExact })}>
          Exact
        </Switch>
      </div>
    </PricePage>
  );
}

export function Component() {
  return <BeefPage view={usePriceView(BEEF)} />;
}
