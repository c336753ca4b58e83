// The roles look redundant, but browsers drop a table's semantics when it is styled as a grid (narrow screens).
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import type { RowData } from '@tanstack/react-table';
import { memo, useCallback, useId, useMemo, type CSSProperties, type ReactNode } from 'react';
import type { SortValue } from './rank-rows.ts';
import { SortHeader, SortChoice } from './sort-controls.tsx';
import { useSortedRows, type Sorting } from './use-sorted-rows.ts';
import { useRowWindow, type MeasureRow } from './use-row-window.ts';
import styles from './data-table.module.css';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The value the column sorts by, empty ones last; a column without it cannot be sorted. */
  readonly sortBy?: (row: Row) => SortValue;
  /** `title` names the row and comes first on its card; `wide` fills the card's width; `number` aligns to the end. */
  readonly kind?: 'title' | 'wide' | 'number';
  /** Left out on paper. */
  readonly isScreenOnly?: boolean;
  /** Share of the table's width, in percent. */
  readonly width: number;
}

interface DataTableProps<Row> {
  /** Stable between renders, like `rows`: sorting is computed once per list. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The full list if `rows` are a filtered part of it. */
  readonly all?: readonly Row[];
  readonly caption: string;
  /** The table's minimum width in characters; it scrolls sideways if it has less room. */
  readonly minCharacters?: number;
  /** Rows to show less prominently: discontinued ones. */
  readonly isQuiet?: (row: Row) => boolean;
  /** The initial order; null means the report's own. */
  readonly initialSorting?: Sorting | null;
  readonly onSort?: (sorting: Sorting | null) => void;
}

const keys = new WeakMap<RowData, number>();
let nextKey = 0;

/** A key that stays with a record when the order changes, so that the focus does too. The service's records have no identifier. */
function keyOf(row: RowData): number {
  const known = keys.get(row);
  if (known !== undefined) return known;
  nextKey += 1;
  keys.set(row, nextKey);
  return nextKey;
}

function cellClass(kind: Column<never>['kind'] = undefined, isScreenOnly = false): string {
  return [styles.cell, kind && styles[kind], isScreenOnly && 'screen-only'].filter(Boolean).join(' ');
}

interface TableRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly index: number;
  readonly quiet: boolean;
  readonly measure: MeasureRow | undefined;
}

function TableRow<Row>({ row, columns, index, quiet, measure }: TableRowProps<Row>) {
  const ref = useCallback((element: HTMLTableRowElement) => measure?.(element, index), [measure, index]);
  return (
    <tr
      role="row"
      ref={ref}
      className={quiet ? `${styles.row} ${styles.quiet}` : styles.row}
      data-index={index}
      aria-rowindex={index + 2}
    >
      {columns.map(({ id, header, kind, isScreenOnly, cell }) =>
        kind === 'title' ? (
          <th key={id} role="rowheader" scope="row" className={cellClass(kind)}>
            {cell(row)}
          </th>
        ) : (
          <td key={id} role="cell" className={cellClass(kind, isScreenOnly)} data-label={header}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

// `memo` loses the component's type parameter without this cast.
const MemoRow = memo(TableRow) as typeof TableRow;

function Table<Row extends RowData>({
  columns,
  rows,
  all = rows,
  caption,
  minCharacters,
  isQuiet,
  initialSorting = null,
  onSort,
}: DataTableProps<Row>) {
  const id = useId();
  const { sorted, sorting, sortBy } = useSortedRows(rows, all, columns, initialSorting);
  const choose = useCallback(
    (next: Sorting | null) => {
      sortBy(next);
      onSort?.(next);
    },
    [sortBy, onSort],
  );
  const { bodyRef, measure, shown, before, after } = useRowWindow(sorted.length);
  const shares = useMemo(() => columns.map((column) => `${column.width}%`), [columns]);
  return (
    <div className={styles.frame} data-table style={{ '--characters': minCharacters } as CSSProperties}>
      <div className={minCharacters === undefined ? styles.plate : `${styles.plate} ${styles.wide}`}>
        <SortChoice columns={columns} sorting={sorting} onSort={choose} />
        <table role="table" className={styles.table} aria-rowcount={sorted.length + 1} aria-describedby={`${id}-caption`}>
          <caption id={`${id}-caption`} className={styles.caption}>
            {caption}
          </caption>
          <colgroup className={styles.shares}>
            {shares.map((width, index) => (
              <col
                key={columns[index]?.id}
                className={columns[index]?.isScreenOnly ? 'screen-only' : undefined}
                style={{ width }}
              />
            ))}
          </colgroup>
          <thead role="rowgroup" className={styles.head}>
            <tr role="row" aria-rowindex={1}>
              {columns.map((column) => (
                <SortHeader key={column.id} column={column} sorting={sorting} onSort={choose} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className={styles.body} ref={bodyRef}>
            {before > 0 && <Gap height={before} />}
            {shown.map((index) => {
              const row = sorted[index];
              if (row === undefined) return null;
              return (
                <MemoRow
                  key={keyOf(row)}
                  row={row}
                  columns={columns}
                  index={index}
                  quiet={isQuiet?.(row) ?? false}
                  measure={measure}
                />
              );
            })}
            {after > 0 && <Gap height={after} />}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Stands in for the rows that are out of view, so that the page has its full height. */
function Gap({ height }: { readonly height: number }) {
  return <tr role="presentation" aria-hidden="true" className={styles.gap} style={{ height }} />;
}

/**
 * A table of any length: only the rows in view are in the document, and screen readers still announce how many there are.
 * On narrow screens each row is a card.
 */
export const DataTable = memo(Table) as typeof Table;
