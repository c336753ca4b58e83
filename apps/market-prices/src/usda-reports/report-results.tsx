import { useDeferredValue, useMemo } from 'react';
import { Button, EmptyState, focusHeading, plate, Skeleton } from '@site/ui';
import { LeftOutNote } from '../connection/left-out.tsx';
import { StatusCard } from '../connection/status-card.tsx';
import { DataTable } from '../table/data-table.tsx';
import { saveCsv } from '../table/save-csv.ts';
import type { ReportList } from './get-usda-reports.ts';
import { REPORT_COLUMNS } from './report-columns.tsx';
import { countCategories, filterReports, type ListedReport } from './report-filters.ts';
import { ReportControls } from './report-controls.tsx';
import { useReportFilters } from './use-report-filters.ts';
import styles from '../prices/prices.module.css';
import own from './usda-reports.module.css';

const HEAD = ['report_title', 'slug_id', 'category', 'commodity', 'market', 'report_date', 'report_status', 'discontinued'];

function save(shown: readonly ListedReport[], { origin }: ReportList): void {
  const source =
    origin.source === 'sample' ? 'Sample data of this site after USDA Market News' : 'USDA AMS Market News, MARS API v1.2';
  const rows = shown.map(({ report, category }) => [
    report.report_title,
    report.slug_id,
    category,
    report.commodity,
    report.market,
    report.report_date,
    report.report_status,
    report.discontinued ? 'yes' : 'no',
  ]);
  saveCsv('usda-reports.csv', { notes: [`Source: ${source}`, `Copy of: ${origin.fetchedAt}`], head: HEAD, rows });
}

/** Words of the status card, whose room it keeps while the list loads. */
export const LOADED = 'Successfully loaded the list of reports';
export const COUNTED = 'Total Reports';

const isDiscontinued = ({ report }: ListedReport) => report.discontinued;

const inWords = (count: number, of: number): string =>
  `${count.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} ${of === 1 ? 'report' : 'reports'} shown`;

/** The list, what narrows it, and how many are left. */
export function ReportResults({ list }: { readonly list: ReportList }) {
  const filters = useReportFilters();
  // The field responds at once; ten thousand rows may follow a frame later.
  const search = useDeferredValue(filters.search);
  const category = useDeferredValue(filters.category);
  const { reports } = list;
  const counts = useMemo(() => countCategories(reports), [reports]);
  const shown = useMemo(() => filterReports(reports, search, category), [reports, search, category]);
  const ended = shown.filter(isDiscontinued).length;
  // First the words above the table, then the table: laid out in one frame they would hold up a slow phone.
  const hasTable = useDeferredValue(true, false);
  return (
    <>
      <StatusCard
        state="connected"
        title="API Connected"
        text={LOADED}
        counted={COUNTED}
        count={reports.length}
        origin={list.origin}
      />
      <ReportControls filters={filters} counts={counts} total={reports.length} />
      <section className={`stack ${styles.results}`} aria-label="Reports">
        <LeftOutNote leftOut={list.leftOut} className={plate('pill', own.note)} />
        <div className={plate('solid', `row gap-2-3 ${styles.counts}`)}>
          <p className={styles.count} role="status">
            {inWords(shown.length, reports.length)}
            {ended > 0 && <span className="note beneath">{ended.toLocaleString('en-US')} of them discontinued</span>}
          </p>
          <Button look="quiet" className={styles.download} disabled={shown.length === 0} onClick={() => save(shown, list)}>
            Download CSV
          </Button>
        </div>
        {shown.length === 0 ? (
          <EmptyState title="No reports found">
            <p className="note">Try adjusting your search criteria</p>
            {(search || category) && (
              <Button
                look="quiet"
                onClick={() => {
                  filters.clear();
                  focusHeading();
                }}
              >
                Show all reports
              </Button>
            )}
          </EmptyState>
        ) : !hasTable ? (
          <Skeleton shape="table" label="Loading reports..." lines={9} />
        ) : (
          <DataTable
            columns={REPORT_COLUMNS}
            rows={shown}
            all={reports}
            isQuiet={isDiscontinued}
            caption="Every report that USDA Market News lists. Discontinued ones stay listed, without new issues."
          />
        )}
      </section>
    </>
  );
}
