/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- see data-table.tsx */
import { memo } from 'react';
import { Choice } from '@site/ui';
import type { Column } from './data-table.tsx';
import type { Sorting } from './use-sorted-rows.ts';
import styles from './data-table.module.css';

interface SortProps<Row> {
  readonly sorting: Sorting | null;
  readonly onSort: (sorting: Sorting | null) => void;
  readonly columns: readonly Column<Row>[];
}

/** Ascending, descending, and back to the report's own order. */
function following(id: string, sorting: Sorting | null): Sorting | null {
  if (sorting?.id !== id) return { id, descending: false };
  return sorting.descending ? null : { id, descending: true };
}

function direction(id: string, sorting: Sorting | null): 'ascending' | 'descending' | 'none' {
  if (sorting?.id !== id) return 'none';
  return sorting.descending ? 'descending' : 'ascending';
}

function Header<Row>({ column, sorting, onSort }: Omit<SortProps<Row>, 'columns'> & { readonly column: Column<Row> }) {
  const { id, header, kind, isScreenOnly } = column;
  const classes = [styles.column, kind === 'number' && styles.number, isScreenOnly && 'screen-only'];
  const className = classes.filter(Boolean).join(' ');
  if (!column.sortBy) {
    return (
      <th role="columnheader" scope="col" className={className}>
        {header}
      </th>
    );
  }
  return (
    <th role="columnheader" scope="col" className={className} aria-sort={direction(id, sorting)}>
      <button type="button" className={styles.sort} onClick={() => onSort(following(id, sorting))}>
        {header}
      </button>
      <span className={styles.name}>{header}</span>
    </th>
  );
}

/** The same choice for cards, which have no visible column headers. */
function CardChoice<Row>({ columns, sorting, onSort }: SortProps<Row>) {
  return (
    <div className={styles.sortChoice}>
      <Choice
        label="Sort by"
        labelPosition="beside"
        value={sorting ? `${sorting.id} ${sorting.descending}` : ''}
        onChange={({ target }) => {
          const [column, descending] = target.value.split(' ');
          onSort(column ? { id: column, descending: descending === 'true' } : null);
        }}
      >
        <option value="">Report order</option>
        {columns
          .filter((column) => column.sortBy)
          .flatMap((column) => [
            <option key={column.id} value={`${column.id} false`}>
              {column.header}, ascending
            </option>,
            <option key={`${column.id}-down`} value={`${column.id} true`}>
              {column.header}, descending
            </option>,
          ])}
      </Choice>
    </div>
  );
}

// `memo` loses the component's type parameter without this cast.
export const SortHeader = memo(Header) as typeof Header;
export const SortChoice = memo(CardChoice) as typeof CardChoice;
