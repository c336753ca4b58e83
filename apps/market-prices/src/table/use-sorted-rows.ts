import { useCallback, useEffect, useMemo, useRef } from 'react';
import { rowSortingFeature, tableFeatures, useTable, type ColumnDef, type RowData } from '@tanstack/react-table';
import type { Column } from './data-table.tsx';
import { atOnce, inSlices } from './in-slices.ts';
import { orderByRank, rankRows, type Ranks } from './rank-rows.ts';

const features = tableFeatures({ rowSortingFeature });

/** Up to this many rows are ranked synchronously; more would block the page on a slow phone. */
const MAX_ROWS_AT_ONCE = 1_000;

export interface Sorting {
  readonly id: string;
  readonly descending: boolean;
}

interface SortedRows<Row> {
  readonly sorted: readonly Row[];
  /** Null while the rows stand in the report's own order. */
  readonly sorting: Sorting | null;
  sortBy(sorting: Sorting | null): void;
}

/** The order of a list by each of its columns: worked out when it is first asked for, and kept. */
class ColumnRanks<Row> {
  readonly #byColumn = new Map<string, Ranks<Row>>();

  constructor(
    private readonly rows: readonly Row[],
    private readonly columns: readonly Column<Row>[],
  ) {}

  #work(id: string) {
    const column = this.columns.find((one) => one.id === id);
    return rankRows(this.rows, (row) => column?.sortBy?.(row) ?? null);
  }

  of(id: string): Ranks<Row> {
    const ranks = this.#byColumn.get(id) ?? atOnce(this.#work(id));
    this.#byColumn.set(id, ranks);
    return ranks;
  }

  /** Resolves to true once `of` is immediate, and to false if the result was no longer wanted. */
  async prepare(id: string, isWanted: () => boolean): Promise<boolean> {
    if (this.rows.length <= MAX_ROWS_AT_ONCE || this.#byColumn.has(id)) return true;
    const ranks = await inSlices(this.#work(id), isWanted);
    if (ranks) this.#byColumn.set(id, ranks);
    return ranks !== null;
  }
}

/** Orders `rows`, some of `all`: a column ranks all of them once, so that another filter costs next to nothing. `first` is the order to begin with. */
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
  // The library keeps what is sorted and which way; it would build a record for every row to sort them itself.
  const table = useTable({ features, columns: definitions, data: rows, manualSorting: true }, ({ sorting }) => ({ sorting }));
  const { setSorting } = table;
  const ranks = useMemo(() => new ColumnRanks(all, columns), [all, columns]);
  const wanted = useRef<Sorting | null>(null);
  const sortBy = useCallback(
    (next: Sorting | null) => {
      wanted.current = next;
      const apply = () => setSorting(next ? [{ id: next.id, desc: next.descending }] : []);
      if (next === null) apply();
      else void ranks.prepare(next.id, () => wanted.current === next).then((isReady) => isReady && apply());
    },
    [ranks, setSorting],
  );
  // Not as the table begins: the ranks of a long list are made a few rows at a time.
  const begin = useRef(first);
  useEffect(() => {
    if (begin.current) sortBy(begin.current);
    begin.current = null;
  }, [sortBy]);
  const by = table.state.sorting[0];
  return {
    sorted: useMemo(() => (by ? orderByRank(rows, ranks.of(by.id), by.desc) : rows), [rows, ranks, by]),
    sorting: useMemo(() => (by ? { id: by.id, descending: by.desc } : null), [by]),
    sortBy,
  };
}
