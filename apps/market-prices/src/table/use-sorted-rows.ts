import { useMemo } from 'react';
import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table';
import type { Column } from './data-table.tsx';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

export interface Sorting {
  readonly id: string;
  readonly descending: boolean;
}

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return words.compare(String(one), String(other));
}

interface SortedRows<Row> {
  readonly sorted: readonly Row[];
  /** Null while the rows stand in the report's own order. */
  readonly sorting: Sorting | null;
  sortBy(sorting: Sorting | null): void;
}

export function useSortedRows<Row extends RowData>(rows: readonly Row[], columns: readonly Column<Row>[]): SortedRows<Row> {
  const definitions = useMemo(
    () =>
      columns.map(({ id, sortBy }): ColumnDef<typeof features, Row> => ({
        id,
        // The library puts `undefined` last in either direction.
        accessorFn: (row: Row) => sortBy?.(row) ?? undefined,
        enableSorting: sortBy !== undefined,
        sortUndefined: 'last',
        sortFn: (one, other, column) => compare(one.getValue(column), other.getValue(column)),
      })),
    [columns],
  );
  const table = useTable({ features, columns: definitions, data: rows }, ({ sorting }) => ({ sorting }));
  const first = table.state.sorting[0];
  // The library builds a record for every row of a model; in the report's own order none is needed.
  const model = first ? table.getRowModel() : null;
  return {
    sorted: useMemo(() => model?.rows.map((row) => row.original) ?? rows, [model, rows]),
    sorting: first ? { id: first.id, descending: first.desc } : null,
    sortBy: (next) => table.setSorting(next ? [{ id: next.id, desc: next.descending }] : []),
  };
}
