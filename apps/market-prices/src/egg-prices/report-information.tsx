import type { WeeklyReport } from '@site/contracts';
import { calendarDate, localMoment } from '../connection/report-dates.ts';
import styles from './report-information.module.css';

/** How fresh the figures are; only an answer that came from USDA just now is live. */
function ReportAge({ report }: { readonly report: WeeklyReport }) {
  if (report.source === 'sample') {
    return (
      <p className={`${styles.age} ${styles.sample}`}>
        <strong>Sample data</strong>
        <span>
          The site runs without a connection to USDA. These rows show how the page works; they are not this week’s prices.
        </span>
      </p>
    );
  }
  if (report.stale) {
    return (
      <p className={`${styles.age} ${styles.saved}`}>
        <strong>
          Saved copy from <time dateTime={report.fetchedAt}>{localMoment(report.fetchedAt)}</time>
        </strong>
        <span>A newer copy is fetched in the background when USDA answers.</span>
      </p>
    );
  }
  return (
    <p className={`${styles.age} ${styles.live}`}>
      <strong>Live Data</strong>
      <span>
        from USDA, fetched <time dateTime={report.fetchedAt}>{localMoment(report.fetchedAt)}</time>
      </span>
    </p>
  );
}

/** What the figures are, of which week, how many, and how old. */
export function ReportInformation({ report }: { readonly report: WeeklyReport }) {
  const [first] = report.currentWeekData;
  return (
    <section className={styles.panel} aria-labelledby="egg-report-information">
      <h2 id="egg-report-information" className={styles.kicker}>
        Report Information
      </h2>
      <p className={styles.title}>Weekly Retail Egg Feature Activity</p>
      <ReportAge report={report} />
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
      <p className={styles.note}>
        <strong>Prices are per dozen.</strong> Items that are not counted in eggs keep their own unit. Advertised feature prices,
        not shelf prices.
      </p>
    </section>
  );
}
