import { useCallback, useDeferredValue, useMemo } from 'react';
import { Button, EmptyState, focusHeading, plate, Skeleton } from '@site/ui';
import type { CsvField } from '@site/contracts';
import { LeftOutNote } from '../connection/left-out.tsx';
import { sourceWords } from '../connection/source-words.ts';
import { StatusCard } from '../connection/status-card.tsx';
import { ChosenFilters } from '../controls/chosen-filters.tsx';
import { DataTable } from '../table/data-table.tsx';
import { saveCsv, saveMetadata } from '../table/save-csv.ts';
import type { Sorting } from '../table/use-sorted-rows.ts';
import { DeviceReports } from './device-reports.tsx';
import type { ReportList } from './get-usda-reports.ts';
import { REPORT_COLUMNS } from './report-columns.tsx';
import { countCategories, filterReports, type ListedReport } from './report-filters.ts';
import { ReportControls } from './report-controls.tsx';
import { useReportFilters } from './use-report-filters.ts';
import styles from '../prices/prices.module.css';
import own from './usda-reports.module.css';

const FILE = 'usda-reports.csv';
const text = (name: string, description: string): CsvField => ({ name, datatype: 'string', description });
const FIELDS: readonly CsvField[] = [
  text('report_title', 'As USDA states it'),
  text('slug_id', 'USDA’s number for the report'),
  text('category', 'Derived by this site from title and commodity'),
  text('commodity', 'Derived from title and market types'),
  text('market', 'Markets, or market types'),
  { name: 'report_date', datatype: 'date', description: 'Date of the newest issue' },
  text('report_status', 'Final or Preliminary'),
  text('discontinued', 'yes: USDA no longer publishes the report'),
];

function save(shown: readonly ListedReport[], { origin }: ReportList): void {
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
  const notes = [`Source: ${sourceWords(origin)}`, `Retrieved: ${origin.fetchedAt}`];
  saveCsv(FILE, { notes, head: FIELDS.map(({ name }) => name), rows });
}

/** Text of the status card, which reserves its space while the list loads. */
export const LOADED = 'Successfully loaded the list of reports';
export const COUNTED = 'Total Reports';

const isDiscontinued = ({ report }: ListedReport) => report.discontinued;

const inWords = (count: number, of: number): string =>
  `${count.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} ${of === 1 ? 'report' : 'reports'} shown`;

/** The list, its filters, and the number of matches. */
export function ReportResults({ list }: { readonly list: ReportList }) {
  const filters = useReportFilters();
  const { change } = filters;
  const keepOrder = useCallback((sort: Sorting | null) => change({ sort }), [change]);
  // The field responds immediately; ten thousand rows may follow a frame later.
  const search = useDeferredValue(filters.search);
  const category = useDeferredValue(filters.category);
  const { reports } = list;
  const counts = useMemo(() => countCategories(reports), [reports]);
  const shown = useMemo(() => filterReports(reports, search, category), [reports, search, category]);
  const ended = shown.filter(isDiscontinued).length;
  // The text above the table comes first, then the table: in one frame their layout would block a slow phone.
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
      <DeviceReports />
      <ReportControls filters={filters} counts={counts} total={reports.length} />
      <section className={`stack ${styles.results}`} aria-label="Reports">
        <LeftOutNote leftOut={list.leftOut} className={plate('pill', own.note)} />
        <div className={plate('solid', `row gap-2-3 ${styles.counts}`)}>
          <p className={styles.count} role="status">
            {inWords(shown.length, reports.length)}
            {ended > 0 && <span className="note beneath">{ended.toLocaleString('en-US')} of them discontinued</span>}
          </p>
          <ChosenFilters words={[search && `“${search}”`, category]} />
          <Button
            look="quiet"
            className={`screen-only ${styles.download}`}
            disabled={shown.length === 0}
            onClick={() => save(shown, list)}
          >
            Download CSV
          </Button>
          <Button
            look="quiet"
            className="screen-only"
            onClick={() =>
              saveMetadata({ file: FILE, title: 'USDA market reports', origin: list.origin, notes: [], fields: FIELDS })
            }
          >
            Metadata
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
            initialSorting={filters.sort}
            onSort={keepOrder}
            caption="Every report that USDA Market News lists. Discontinued ones stay listed, without new issues."
          />
        )}
      </section>
    </>
  );
}
