import type { ReactNode } from 'react';
import type { PriceRecord } from '@site/contracts';
import { useQuery } from '@site/query';
import { useHost } from '@site/host';
import { Lead, Skeleton } from '@site/ui';
import { Answer } from '../answer/answer.tsx';
import { useReset } from '../connection/use-reset.ts';
import { PriceHistoryFrame } from '../history/price-history-frame.tsx';
import { weeklyReportQuery } from '../prices/get-weekly-report.ts';
import type { PriceKind } from '../prices/price-kind.ts';
import { ReportFailed } from '../prices/report-failed.tsx';
import { differsFromBareAddress, type PriceViewControl } from '../prices/use-price-view.ts';
import { WeekByRegion } from '../regions/week-by-region.tsx';
import { PriceResults } from '../weekly-report/price-results.tsx';
import { ReportInformation } from '../weekly-report/report-information.tsx';

interface PricePageProps {
  readonly kind: PriceKind;
  readonly view: PriceViewControl;
  /** Describes a failure in the page's own words. */
  readonly failure: (error: unknown) => string;
  /** Describes the report and its unit. */
  readonly description: ReactNode;
  /** A card that shows the report's age, above the filters and, if loading failed, above the failure box. */
  readonly status?: ReactNode;
  /** The filters and what is shown above them, with or without a loaded report. */
  readonly controls: ReactNode;
  /** The page's own filter. The same function while the choice is the same. */
  readonly matches: (record: PriceRecord) => boolean;
  /** The choice as its control names it; empty for all. */
  readonly chosen: string;
  /** How a row's name is compared with the choice: see `PriceResults`. */
  readonly match?: string | undefined;
  /** Shown next to that note. */
  readonly children?: ReactNode;
  readonly foot: ReactNode;
}

/** A price page: the answer first, then filters, the report and its rows. In standalone view, only the chart and its regions. */
export function PricePage({
  kind,
  view,
  failure,
  description,
  status,
  controls,
  matches,
  chosen,
  match,
  children,
  foot,
}: PricePageProps) {
  const query = weeklyReportQuery(kind);
  const { data: report, error, isFetching, errorUpdatedAt, refetch } = useQuery(query);
  const reset = useReset(query.queryKey);
  const { lead } = useHost();
  const said = lead?.path === kind.pagePath && !differsFromBareAddress(view, kind) ? lead : undefined;
  const hasFailed = !report && !isFetching && error !== null;
  const shownLead = said && <Lead lead={said} />;
  const loading = (
    // In a frame nothing follows the placeholder, and it would only make the frame scroll.
    <div className={`stack gap-5 ${view.isEmbedded ? '' : 'tall'}`} data-placeholder>
      {shownLead}
      <Skeleton shape="table" label={`Loading ${kind.pageWords}...`} lines={8} onRetry={reset} />
    </div>
  );
  const failed = (
    <ReportFailed
      kind={kind}
      error={error}
      message={failure(error)}
      failedAt={errorUpdatedAt}
      isEmbedded={view.isEmbedded ?? false}
      onRetry={() => void refetch()}
    />
  );
  if (view.chartAlone) {
    return (
      <div className="stack gap-5">
        {report ? (
          <PriceHistoryFrame kind={kind} report={report} view={view} matches={matches} answer={null}>
            <WeekByRegion kind={kind} records={report.currentWeekData} view={view} />
          </PriceHistoryFrame>
        ) : hasFailed ? (
          failed
        ) : (
          loading
        )}
      </div>
    );
  }
  // One tree with and without the report: the filters stay mounted, and a visitor typing in one keeps the focus.
  return (
    <div className="stack gap-5">
      <PriceHistoryFrame
        kind={kind}
        report={report}
        view={view}
        matches={matches}
        answer={
          report ? <Answer kind={kind} report={report} percent={view.percent} said={said} /> : hasFailed ? shownLead : loading
        }
      >
        {report && <WeekByRegion kind={kind} records={report.currentWeekData} view={view} />}
        {status}
        {hasFailed && failed}
        {controls}
        {report && (
          <>
            <ReportInformation kind={kind} report={report} showsAge={status === undefined} description={description} />
            <PriceResults kind={kind} report={report} view={view} matches={matches} chosen={chosen} match={match}>
              {children}
            </PriceResults>
          </>
        )}
      </PriceHistoryFrame>
      {foot}
    </div>
  );
}
