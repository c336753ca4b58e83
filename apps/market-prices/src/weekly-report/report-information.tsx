import { calendarDate, daysAfter, YEAR_DAYS } from '@site/contracts';
import { memo, useMemo, type ReactNode } from 'react';
import { useQuery } from '@site/query';
import { DataAge } from '../connection/data-age.tsx';
import { LeftOutNote } from '../connection/left-out.tsx';
import { priceHistoryQuery, type RegionHistory } from '../history/get-price-history.ts';
import { activityOf, storedActivity } from './activity-index.ts';
import type { ReportOnPage } from '../prices/get-weekly-report.ts';
import type { PriceKind } from '../prices/price-kind.ts';
import styles from './report-information.module.css';

interface ReportInformationProps {
  readonly kind: PriceKind;
  readonly report: ReportOnPage;
  /** Describes the report and its unit. */
  readonly description: ReactNode;
  /** False if a status card above already shows the age. */
  readonly showsAge: boolean;
}

const inFull = (count: number): string => count.toLocaleString('en-US');

interface ActivityProps extends Pick<ReportInformationProps, 'kind' | 'report'> {
  /** The report's own date. */
  readonly date: string;
}

const inWords = (history: RegionHistory | undefined, date: string, when: string): string[] => {
  const activity = history ? storedActivity(history.byItem.values(), date) : null;
  return activity === null ? [] : [`${inFull(activity)} ${when}`];
};

/** How much was advertised, compared with the previous week and with a year earlier, where those weeks are stored. */
function Activity({ kind, report, date }: ActivityProps) {
  const [lastWeek, lastYear] = [daysAfter(date, -7), daysAfter(date, -YEAR_DAYS)];
  const { data: history } = useQuery(priceHistoryQuery(kind, 'NATIONAL', date));
  const before = useMemo(
    () => [...inWords(history, lastWeek, 'the week before'), ...inWords(history, lastYear, 'a year before')],
    [history, lastWeek, lastYear],
  );
  return (
    <div className="stack gap-0">
      <dt className="note">Activity index</dt>
      <dd className={styles.value}>
        {inFull(activityOf(report.currentWeekData))}
        {before.length > 0 && <span className="note beneath">{before.join(', ')}</span>}
      </dd>
    </div>
  );
}

/** Describes the figures: what they are, for which week, how many, and how old. */
export const ReportInformation = memo(function ReportInformation({
  kind,
  report,
  description,
  showsAge,
}: ReportInformationProps) {
  const [first] = report.currentWeekData;
  return (
    <section className={`stack ${styles.panel}`} aria-labelledby="report-information">
      <h2 id="report-information" className="note kicker">
        Report Information
      </h2>
      <p className={`balanced ${styles.title}`}>{kind.reportTitle}</p>
      {showsAge && <DataAge origin={report} />}
      <dl className={`row start ${styles.facts}`}>
        <div className="stack gap-0">
          <dt className="note">Latest report date</dt>
          <dd className={styles.value}>
            {first ? <time dateTime={first.report_date}>{calendarDate(first.report_date)}</time> : '-'}
          </dd>
        </div>
        <div className="stack gap-0">
          <dt className="note">Records</dt>
          <dd className={styles.value}>{inFull(report.currentWeekData.length)}</dd>
        </div>
        {first && <Activity kind={kind} report={report} date={first.report_date} />}
        {report.droppedRows > 0 && (
          <div className="stack gap-0">
            <dt className="note">Left out: no clear date or price</dt>
            <dd className={styles.value}>{inFull(report.droppedRows)}</dd>
          </div>
        )}
      </dl>
      <LeftOutNote leftOut={report.leftOut} className="note" />
      <div>{description}</div>
    </section>
  );
});
