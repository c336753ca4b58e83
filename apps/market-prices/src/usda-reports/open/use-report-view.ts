import { useMemo } from 'react';
import { useAddressView } from '../../controls/use-address-view.ts';
import { readSorting, writeSorting } from '../../table/sorting-address.ts';
import type { Sorting } from '../../table/use-sorted-rows.ts';
import type { RowFilter } from './filter-rows.ts';
import { facetsOf, numbersOf, type OpenReport, type ReadColumn } from './report-model.ts';

/** Shows every issue instead of one. */
export const ALL_ISSUES = 'all';
/** Prefix of a facet's parameter in the address, so that no column collides with another parameter. */
const FACET = 'is.';
/** A chart that would have more lines is split only on request. */
const MAX_DEFAULT_LINES = 8;

interface View {
  /** A date, `all`, or null for the newest issue. */
  readonly issue: string | null;
  /** Value by column name. */
  readonly facets: Readonly<Record<string, string>>;
  readonly number: string | null;
  /** The name of the column that splits the chart; empty for one line. */
  readonly by: string | null;
  readonly sort: Sorting | null;
  readonly isWide: boolean;
}

export interface ReportView extends Omit<View, 'number' | 'by'> {
  readonly number: ReadColumn | null;
  readonly by: ReadColumn | null;
  /** The requested values that exist in the report. */
  readonly filters: readonly RowFilter[];
  readonly issueFilter: RowFilter | null;
  change(next: Partial<View>): void;
}

/** The first category column that splits the rows: USDA puts the subject first. */
const leadOf = ({ columns }: OpenReport): ReadColumn | undefined =>
  columns.find(({ kind, values }) => kind === 'category' && values.length > 1 && values.length <= MAX_DEFAULT_LINES);

function readView(params: URLSearchParams): View {
  const facets = [...params].flatMap(([name, value]) => (name.startsWith(FACET) ? [[name.slice(FACET.length), value]] : []));
  return {
    issue: params.get('issue'),
    facets: Object.fromEntries(facets),
    number: params.get('number'),
    by: params.get('by'),
    sort: readSorting(params.get('sort')),
    isWide: params.get('columns') === 'all',
  };
}

function writeView({ issue, facets, number, by, sort, isWide }: View): URLSearchParams {
  const params = new URLSearchParams();
  if (issue !== null) params.set('issue', issue);
  for (const [name, value] of Object.entries(facets)) params.set(`${FACET}${name}`, value);
  if (number !== null) params.set('number', number);
  if (by !== null) params.set('by', by);
  if (sort) params.set('sort', writeSorting(sort));
  if (isWide) params.set('columns', 'all');
  return params;
}

function filterOf(column: ReadColumn | undefined, value: string): RowFilter[] {
  const place = column?.values.indexOf(value) ?? -1;
  return column && place >= 0 ? [{ column, value: place }] : [];
}

const FORMAT = { read: readView, write: writeView };

/** The part of a report that is shown, also kept in the address. */
export function useReportView(report: OpenReport): ReportView {
  const [view, replace] = useAddressView(FORMAT);
  const { issue, facets, number, by } = view;
  return {
    ...view,
    ...useMemo(() => {
      const all = facetsOf(report);
      const dates = report.issued?.values ?? [];
      const shownIssue = dates.find((date) => date === issue) ?? dates.at(-1) ?? '';
      return {
        number: numbersOf(report).find(({ name }) => name === number) ?? numbersOf(report)[0] ?? null,
        by:
          by === null
            ? (leadOf(report) ?? all.find(({ values }) => values.length <= MAX_DEFAULT_LINES) ?? null)
            : (all.find(({ name }) => name === by) ?? null),
        filters: Object.entries(facets).flatMap(([name, value]) =>
          filterOf(
            all.find((column) => column.name === name),
            value,
          ),
        ),
        issueFilter: issue === ALL_ISSUES ? null : (filterOf(report.issued ?? undefined, shownIssue)[0] ?? null),
      };
    }, [report, issue, facets, number, by]),
    change: (part) => replace((latest) => ({ ...latest, ...part })),
  };
}
