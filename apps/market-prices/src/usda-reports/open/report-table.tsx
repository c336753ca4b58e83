import { calendarDate } from '@site/contracts';
import { useMemo } from 'react';
import { Button, EmptyState, plate } from '@site/ui';
import { ChosenFilters } from '../../controls/chosen-filters.tsx';
import { DataTable, type Column } from '../../table/data-table.tsx';
import type { FoundRows } from './filter-rows.ts';
import { textAt, valueAt, type OpenReport, type ReadColumn, type ReportRow } from './report-model.ts';
import { charactersOf, inOrder, mostTelling } from './shown-columns.ts';
import { saveReport, saveReportMetadata } from './save-report.ts';
import type { ReportView } from './use-report-view.ts';
import styles from '../../prices/prices.module.css';

interface TableColumns {
  readonly columns: readonly Column<ReportRow>[];
  /** Total width of all columns in characters, for a table in which no word is broken. */
  readonly characters: number;
}

/** Each column gets the share of the width that its words need. */
function tableColumns(columns: readonly ReadColumn[]): TableColumns {
  const needed = columns.map((column, index) => charactersOf(column, index === 0));
  const characters = needed.reduce((sum, count) => sum + count, 0);
  const definitions = columns.map((column, index): Column<ReportRow> => ({
    id: column.name,
    header: column.label,
    ...(index === 0 ? { kind: 'title' as const } : column.kind === 'number' && { kind: 'number' as const }),
    width: (100 * (needed[index] ?? 0)) / characters,
    sortBy: (row) => valueAt(column, row),
    cell: (row) => textAt(column, row),
  }));
  return { columns: definitions, characters };
}

/** The issue shown, and each other filter with the name of its column. */
const chosenWords = ({ issued }: OpenReport, { issueFilter, filters }: ReportView) => [
  issueFilter && `issue of ${calendarDate(issued?.values[issueFilter.value] ?? '')}`,
  ...filters.map(({ column, value }) => `${column.label} ${column.values[value] ?? ''}`),
];

interface ReportTableProps {
  readonly report: OpenReport;
  readonly view: ReportView;
  readonly found: FoundRows;
}

/** The matching rows, their number, and a button that downloads them. */
export function ReportTable({ report, view, found }: ReportTableProps) {
  const { isWide } = view;
  const telling = useMemo(() => mostTelling(report), [report]);
  const { columns, characters } = useMemo(() => tableColumns(isWide ? inOrder(report) : telling), [report, telling, isWide]);
  const { shown } = found;
  const inWords = `${shown.length.toLocaleString('en-US')} of ${report.rows.length.toLocaleString('en-US')} rows shown`;
  return (
    <section className={`stack ${styles.results}`} aria-label="Rows">
      <div className={plate('solid', `row gap-2-3 ${styles.counts}`)}>
        <p className={styles.count} role="status">
          {inWords}
        </p>
        <ChosenFilters words={chosenWords(report, view)} />
        {telling.length < report.columns.length && (
          <Button look="choice" className="screen-only" aria-pressed={isWide} onClick={() => view.change({ isWide: !isWide })}>
            {`All ${report.columns.length} columns`}
          </Button>
        )}
        <Button
          look="quiet"
          className={`screen-only ${styles.download}`}
          disabled={shown.length === 0}
          onClick={() => void saveReport(report, shown)}
        >
          Download CSV
        </Button>
        <Button look="quiet" className="screen-only" onClick={() => saveReportMetadata(report)}>
          Metadata
        </Button>
      </div>
      {shown.length === 0 ? (
        <EmptyState title="No rows found">
          <p className="note">No rows match all filters.</p>
          <Button look="quiet" onClick={() => view.change({ facets: {} })}>
            Clear filters
          </Button>
        </EmptyState>
      ) : (
        <DataTable
          columns={columns}
          {...(isWide && { minCharacters: characters })}
          rows={shown}
          all={report.rows}
          initialSorting={view.sort}
          onSort={(sort) => view.change({ sort })}
          caption={`${report.origin.source === 'sample' ? 'Sample rows' : 'The report’s rows as USDA sent them'}, the newest issue first. A dash marks a missing value.`}
        />
      )}
    </section>
  );
}
