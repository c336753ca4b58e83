import { useCallback, useEffect, useMemo, useState } from 'react';
import { rowSortingFeature, tableFeatures, useTable, type ColumnDef, type RowData } from '@tanstack/react-table';
import type { Column } from './data-table.tsx';
import { atOnce, inSlices } from './in-slices.ts';
import { orderByRank, rankRows, type Ranks } from './rank-rows.ts';

const features = tableFeatures({ rowSortingFeature });

/** Up to this many rows are ranked and ordered synchronously; more would block the page on a slow phone. */
const MAX_ROWS_AT_ONCE = 1_000;

export interface Sorting {
  readonly id: string;
  readonly descending: boolean;
}

interface Shown<Row> {
  readonly sorted: readonly Row[];
  /** Null while the rows are in the report's own order. */
  readonly sorting: Sorting | null;
}

interface SortedRows<Row> extends Shown<Row> {
  sortBy(sorting: Sorting | null): void;
}

/** The ranks of a list by each of its columns, computed on first use and cached. */
class ColumnRanks<Row> {
  readonly #byColumn = new Map<string, Ranks<Row>>();

  constructor(
    private readonly rows: readonly Row[],
    private readonly columns: readonly Column<Row>[],
  ) {}

  *#rank(id: string): Generator<undefined, Ranks<Row>> {
    const column = this.columns.find((one) => one.id === id);
    const ranks = this.#byColumn.get(id) ?? (yield* rankRows(this.rows, (row) => column?.sortBy?.(row) ?? null));
    this.#byColumn.set(id, ranks);
    return ranks;
  }

  /** `rows` are a subset of `all`. */
  *order(rows: readonly Row[], { id, descending }: Sorting): Generator<undefined, Row[]> {
    return yield* orderByRank(rows, yield* this.#rank(id), descending);
  }
}

/**
 * Sorts `rows`, a subset of `all`: a column ranks all of them once, so that changing a filter costs next to nothing. A long list is
 * sorted a few rows at a time; the previous order stays visible meanwhile. `first` is the initial order.
 */
export function useSortedRows<Row extends RowData>(
  rows: readonly Row[],
  all: readonly Row[],
  columns: readonly Column<Row>[],
  first: Sorting | null,
): SortedRows<Row> {
  const definitions = useMemo(
    () => columns.map(({ id, sortBy }): ColumnDef<typeof features, Row> => ({ id, enableSorting: sortBy !== undefined })),
    [columns],
  );
  // The library only stores the sorting state; sorting with it would create an object for every row.
  const table = useTable(
    {
      features,
      columns: definitions,
      data: rows,
      manualSorting: true,
      initialState: { sorting: first ? [{ id: first.id, desc: first.descending }] : [] },
    },
    ({ sorting }) => ({ sorting }),
  );
  const { setSorting } = table;
  const sortBy = useCallback(
    (next: Sorting | null) => setSorting(next ? [{ id: next.id, desc: next.descending }] : []),
    [setSorting],
  );
  const by = table.state.sorting[0];
  const sorting = useMemo(() => (by ? { id: by.id, descending: by.desc } : null), [by]);
  const ranks = useMemo(() => new ColumnRanks(all, columns), [all, columns]);
  const isLong = all.length > MAX_ROWS_AT_ONCE;
  const ready = useMemo(
    () => (sorting === null ? rows : isLong ? null : atOnce(ranks.order(rows, sorting))),
    [rows, ranks, sorting, isLong],
  );
  const [shown, setShown] = useState<Shown<Row>>({ sorted: rows, sorting: null });
  if (ready && (shown.sorted !== ready || shown.sorting !== sorting)) setShown({ sorted: ready, sorting });
  useEffect(() => {
    if (ready || sorting === null) return undefined;
    let isWanted = true;
    const order = async () => {
      const sorted = await inSlices(ranks.order(rows, sorting), () => isWanted);
      if (sorted) setShown({ sorted, sorting });
    };
    void order();
    return () => {
      isWanted = false;
    };
  }, [rows, ranks, sorting, ready]);
  return { ...shown, sortBy };
}
