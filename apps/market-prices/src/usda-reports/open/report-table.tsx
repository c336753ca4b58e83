import { useMemo } from 'react';
import { Button, EmptyState, plate } from '@site/ui';
import { DataTable, type Column } from '../../table/data-table.tsx';
import type { FoundRows } from './filter-rows.ts';
import { numbersOf, textAt, valueAt, type OpenReport, type ReadColumn, type ReportRow } from './report-model.ts';
import { saveReport } from './save-report.ts';
import type { ReportView } from './use-report-view.ts';
import styles from '../../prices/prices.module.css';

const MAX_COLUMNS = 7;
const MAX_WORDS = 3;
const TITLE_PERCENT = 20;

/** What leads each row, then words, the issue, numbers and texts; in between the order is USDA's. */
function inOrder({ columns, issued }: OpenReport): ReadColumn[] {
  const kinds = ['category', 'date', 'number', 'text'];
  const rest = columns.filter((column) => column !== issued);
  const ordered = rest.toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind));
  const words = ordered.filter(({ kind }) => kind === 'category');
  return [...words, ...(issued ? [issued] : []), ...ordered.filter(({ kind }) => kind !== 'category')];
}

/** So many words and so many numbers as have room; what says one thing or nothing comes last. */
function mostTelling(report: OpenReport): ReadColumn[] {
  const ordered = inOrder(report);
  const words = ordered.filter(({ kind, values }) => kind === 'category' && values.length > 1).slice(0, MAX_WORDS);
  const chosen = new Set([...words, ...(report.issued ? [report.issued] : []), ...numbersOf(report)].slice(0, MAX_COLUMNS));
  for (const column of ordered) if (chosen.size < MAX_COLUMNS) chosen.add(column);
  return ordered.filter((column) => chosen.has(column));
}

function tableColumns(columns: readonly ReadColumn[]): Column<ReportRow>[] {
  const width = (100 - TITLE_PERCENT) / Math.max(columns.length - 1, 1);
  return columns.map((column, index) => ({
    id: column.name,
    header: column.label,
    ...(index === 0 ? { kind: 'title' as const } : column.kind === 'number' && { kind: 'number' as const }),
    width: index === 0 ? TITLE_PERCENT : width,
    sortBy: (row) => valueAt(column, row),
    cell: (row) => textAt(column, row),
  }));
}

interface ReportTableProps {
  readonly report: OpenReport;
  readonly view: ReportView;
  readonly found: FoundRows;
}

/** The rows found, how many they are, and their file. */
export function ReportTable({ report, view, found }: ReportTableProps) {
  const { isWide } = view;
  const telling = useMemo(() => mostTelling(report), [report]);
  const columns = useMemo(() => tableColumns(isWide ? inOrder(report) : telling), [report, telling, isWide]);
  const { shown } = found;
  const inWords = `${shown.length.toLocaleString('en-US')} of ${report.rows.length.toLocaleString('en-US')} rows shown`;
  return (
    <section className={`stack ${styles.results}`} aria-label="Rows">
      <div className={plate('solid', `row gap-2-3 ${styles.counts}`)}>
        <p className={styles.count} role="status">
          {inWords}
        </p>
        {telling.length < report.columns.length && (
          <Button look="choice" aria-pressed={isWide} onClick={() => view.change({ isWide: !isWide })}>
            {`All ${report.columns.length} columns`}
          </Button>
        )}
        <Button
          look="quiet"
          className={styles.download}
          disabled={shown.length === 0}
          onClick={() => void saveReport(report, shown)}
        >
          Download CSV
        </Button>
      </div>
      {shown.length === 0 ? (
        <EmptyState title="No rows found">
          <p className="note">No row of this issue has all of what is chosen.</p>
          <Button look="quiet" onClick={() => view.change({ facets: {} })}>
            Clear filters
          </Button>
        </EmptyState>
      ) : (
        <DataTable
          columns={columns}
          rows={shown}
          all={report.rows}
          firstSorting={view.sort}
          onSort={(sort) => view.change({ sort })}
          caption="The report’s rows as USDA sent them, the newest issue first. A dash stands where a row states nothing."
        />
      )}
    </section>
  );
}
