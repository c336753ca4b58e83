import { memo, type ReactNode } from 'react';
import type { WeeklyReport } from '@site/contracts';
import { calendarDate } from '../connection/report-dates.ts';
import { DataAge } from '../connection/data-age.tsx';
import styles from './report-information.module.css';

interface ReportInformationProps {
  readonly report: WeeklyReport;
  readonly title: string;
  /** What the report describes, and in which unit. */
  readonly description: ReactNode;
  /** False where a status card above tells the age already. */
  readonly showsAge: boolean;
}

/** What the figures are, of which week, how many, and how old. */
export const ReportInformation = memo(function ReportInformation({
  report,
  title,
  description,
  showsAge,
}: ReportInformationProps) {
  const [first] = report.currentWeekData;
  return (
    <section className={styles.panel} aria-labelledby="report-information">
      <h2 id="report-information" className={styles.kicker}>
        Report Information
      </h2>
      <p className={styles.title}>{title}</p>
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
          <dd className={styles.value}>{report.currentWeekData.length.toLocaleString('en-US')}</dd>
        </div>
        {report.droppedRows > 0 && (
          <div className={styles.fact}>
            <dt className={styles.term}>Left out: no clear date or price</dt>
            <dd className={styles.value}>{report.droppedRows.toLocaleString('en-US')}</dd>
          </div>
        )}
      </dl>
      <p className={styles.note}>{description}</p>
    </section>
  );
});
