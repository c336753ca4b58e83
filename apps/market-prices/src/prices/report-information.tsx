import { memo, useMemo, type ReactNode } from 'react';
import type { WeeklyReport } from '@site/contracts';
import { useQuery } from '@site/query';
import { calendarDate } from '../connection/report-dates.ts';
import { DataAge } from '../connection/data-age.tsx';
import { priceHistoryQuery } from '../history/get-price-history.ts';
import { activityBefore, activityOf } from './activity-index.ts';
import type { PriceKind } from './price-kind.ts';
import styles from './report-information.module.css';

interface ReportInformationProps {
  readonly kind: PriceKind;
  readonly report: WeeklyReport;
  /** What the report describes, and in which unit. */
  readonly description: ReactNode;
  /** False where a status card above tells the age already. */
  readonly showsAge: boolean;
}

const inFull = (count: number): string => count.toLocaleString('en-US');

/** How much was advertised, beside the week and the year before as far as they are stored. */
function Activity({ kind, report }: Pick<ReportInformationProps, 'kind' | 'report'>) {
  const { data: history } = useQuery(priceHistoryQuery(kind, 'NATIONAL'));
  const date = report.currentWeekData[0]?.report_date;
  const before = useMemo(() => {
    if (!history || date === undefined) return [];
    const { week, year } = activityBefore(history.byItem.values(), date);
    return [
      ...(week === null ? [] : [`${inFull(week)} the week before`]),
      ...(year === null ? [] : [`${inFull(year)} a year before`]),
    ];
  }, [history, date]);
  return (
    <div className={styles.fact}>
      <dt className={styles.term}>Activity index</dt>
      <dd className={styles.value}>
        {inFull(activityOf(report.currentWeekData))}
        {before.length > 0 && <span className={styles.before}>{before.join(', ')}</span>}
      </dd>
    </div>
  );
}

/** What the figures are, of which week, how many, and how old. */
export const ReportInformation = memo(function ReportInformation({
  kind,
  report,
  description,
  showsAge,
}: ReportInformationProps) {
  const [first] = report.currentWeekData;
  return (
    <section className={styles.panel} aria-labelledby="report-information">
      <h2 id="report-information" className={styles.kicker}>
        Report Information
      </h2>
      <p className={styles.title}>{kind.reportTitle}</p>
      {showsAge && <DataAge origin={report} />}
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <dt className={styles.term}>Latest report date</dt>
          <dd className={styles.value}>
            {first ? <time dateTime={first.report_date}>{calendarDate(first.report_date)}</time> : '-'}
          </dd>
        </div>
        <div className={styles.fact}>
          <dt className={styles.term}>Records</dt>
          <dd className={styles.value}>{inFull(report.currentWeekData.length)}</dd>
        </div>
        <Activity kind={kind} report={report} />
        {report.droppedRows > 0 && (
          <div className={styles.fact}>
            <dt className={styles.term}>Left out: no clear date or price</dt>
            <dd className={styles.value}>{inFull(report.droppedRows)}</dd>
          </div>
        )}
      </dl>
      <p className={styles.note}>{description}</p>
    </section>
  );
});
