import { numbersOf, valueAt, type OpenReport, type ReadColumn } from './report-model.ts';

const MAX_COLUMNS = 7;
/** Category columns shown even if fewer would distinguish the rows. */
const MIN_CATEGORIES = 3;
const MAX_CATEGORIES = 5;
/** Rows to compare: one issue, or the start of a long one. */
const MAX_COMPARED = 200;

/**
 * Category columns come first, because the first one names the row, then the issue, dates, numbers and text; each group keeps
 * USDA's order.
 */
export function inOrder({ columns, issued }: OpenReport): ReadColumn[] {
  const kinds = ['category', 'date', 'number', 'text'];
  const rest = columns.filter((column) => column !== issued);
  const ordered = rest.toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind));
  const categories = ordered.filter(({ kind }) => kind === 'category');
  return [...categories, ...(issued ? [issued] : []), ...ordered.filter(({ kind }) => kind !== 'category')];
}

/** The rows of the newest issue, which come first. */
function newestRows({ rows, issued }: OpenReport): OpenReport['rows'] {
  const dateOf = (row: OpenReport['rows'][number]) => issued && valueAt(issued, row);
  const [first] = rows;
  const newest = first && dateOf(first);
  return rows.slice(0, MAX_COMPARED).filter((row) => dateOf(row) === newest);
}

const distinct = (rows: OpenReport['rows'], columns: readonly ReadColumn[]): number =>
  new Set(rows.map(({ index }) => columns.map(({ cells }) => cells[index]).join())).size;

/** The first category column, then repeatedly the one that distinguishes the most rows not yet distinguished. */
function tellingCategories(report: OpenReport, categories: readonly ReadColumn[]): Set<ReadColumn> {
  const rows = newestRows(report);
  const chosen = new Set(categories.slice(0, 1));
  for (let unique = distinct(rows, [...chosen]); chosen.size < MAX_CATEGORIES && unique < rows.length;) {
    const counts = categories.map((column) => ({ column, count: distinct(rows, [...chosen, column]) }));
    const best = counts.reduce((one, other) => (other.count > one.count ? other : one), { column: categories[0], count: unique });
    if (best.count === unique || !best.column) break;
    chosen.add(best.column);
    unique = best.count;
  }
  for (const column of categories) if (chosen.size < MIN_CATEGORIES) chosen.add(column);
  return chosen;
}

/** As many category columns as are needed to distinguish the rows, and as many numbers as fit; other columns only fill the slots left. */
export function mostTelling(report: OpenReport): ReadColumn[] {
  const ordered = inOrder(report);
  const categories = tellingCategories(
    report,
    ordered.filter(({ kind, values }) => kind === 'category' && values.length > 1),
  );
  const chosen = new Set([...categories, ...(report.issued ? [report.issued] : []), ...numbersOf(report)].slice(0, MAX_COLUMNS));
  for (const column of ordered) if (chosen.size < MAX_COLUMNS) chosen.add(column);
  return ordered.filter((column) => chosen.has(column));
}

const longestWord = (text: string): number => Math.max(...text.split(/[\s/-]+/).map(({ length }) => length));
/** The sort indicator after a header's last word. */
const SORT_SIGN = 2;
const PADDING = 3;
const LARGER = 1.25;
const DATE_CHARACTERS = 7;
const NUMBER_CHARACTERS = 8;
const TEXT_CHARACTERS = 28;
/** A label of several words may wrap onto a few lines, but not many. */
const MAX_LINES = 3;

function cellCharacters({ kind, values }: ReadColumn): number {
  if (kind === 'number') return NUMBER_CHARACTERS;
  if (kind === 'date') return DATE_CHARACTERS;
  if (kind === 'text') return TEXT_CHARACTERS;
  return Math.max(...values.map((value) => Math.max(longestWord(value), Math.ceil(value.length / MAX_LINES))));
}

/** A column's width in characters, so that no word is broken; a row's first column has larger text. */
export function charactersOf(column: ReadColumn, isLead: boolean): number {
  const cell = cellCharacters(column) * (isLead ? LARGER : 1);
  return PADDING + Math.max(longestWord(column.label) + SORT_SIGN, cell);
}
