import type { OpenReport, ReadColumn, ReportRow } from './report-model.ts';

/** A column and the index of the value that its rows must have. */
export interface RowFilter {
  readonly column: ReadColumn;
  readonly value: number;
}

export interface FoundRows {
  readonly shown: readonly ReportRow[];
  /** Rows of every issue that pass the other filters: the chart's data. */
  readonly ofAllIssues: readonly ReportRow[];
  /** For each facet, how many rows each of its values would show with the other filters unchanged. */
  readonly counts: ReadonlyMap<ReadColumn, Uint32Array>;
}

/** Rows between two time checks. */
const STEP = 2_048;

/** Filters and counts in one pass, a few rows at a time. */
export function* filterRows(
  { rows }: Pick<OpenReport, 'rows'>,
  facets: readonly ReadColumn[],
  filters: readonly RowFilter[],
  issue: RowFilter | null,
): Generator<undefined, FoundRows> {
  const counts = new Map(facets.map((facet) => [facet, new Uint32Array(facet.values.length)]));
  const count = (facet: ReadColumn, index: number) => {
    const value = facet.cells[index] ?? Number.NaN;
    const counted = counts.get(facet);
    if (counted && !Number.isNaN(value)) counted[value] = (counted[value] ?? 0) + 1;
  };
  const shown: ReportRow[] = [];
  const ofAllIssues: ReportRow[] = [];
  for (const row of rows) {
    const { index } = row;
    const failing = filters.filter(({ column, value }) => column.cells[index] !== value);
    const isOfIssue = issue === null || issue.column.cells[index] === issue.value;
    if (failing.length === 0) {
      ofAllIssues.push(row);
      if (isOfIssue) {
        shown.push(row);
        for (const facet of facets) count(facet, index);
      }
    } else if (isOfIssue && failing.length === 1 && failing[0]) count(failing[0].column, index);
    if (index % STEP === STEP - 1) yield;
  }
  return { shown, ofAllIssues, counts };
}
