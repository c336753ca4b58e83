import { secondsOf } from '@site/contracts';
import type { HistoryModel } from '../../history/history-model.ts';
import type { ReadColumn, ReportRow } from './report-model.ts';

export const MAX_LINES = 8;

interface ChartLines {
  readonly model: HistoryModel;
  readonly names: readonly string[];
  /** The number of categories left out because there are more than eight. */
  readonly leftOut: number;
}

/** Index of a line's value for a date in flat arrays. */
const placeOf = (line: number, date: number, dates: number): number => line * dates + date;

/**
 * A numeric column plotted by issue date: the mean of all rows of an issue, or one line for each of the most frequent
 * categories. A date without a row breaks the line.
 */
export function chartLines(
  rows: readonly ReportRow[],
  issued: ReadColumn,
  number: ReadColumn,
  split: ReadColumn | null,
): ChartLines {
  const dates = issued.values.length;
  const names = split ? split.values : [`Mean of all rows`];
  const sums = new Float64Array(names.length * dates);
  const counts = new Uint32Array(names.length * dates);
  const sizes = new Uint32Array(names.length);
  for (const { index } of rows) {
    const date = issued.cells[index] ?? Number.NaN;
    const line = split ? (split.cells[index] ?? Number.NaN) : 0;
    const value = number.cells[index] ?? Number.NaN;
    if (Number.isNaN(date) || Number.isNaN(line) || Number.isNaN(value)) continue;
    const place = placeOf(line, date, dates);
    sums[place] = (sums[place] ?? 0) + value;
    counts[place] = (counts[place] ?? 0) + 1;
    sizes[line] = (sizes[line] ?? 0) + 1;
  }
  const used = names.map((_, line) => line).filter((line) => sizes[line]);
  const largest = used.toSorted((one, other) => (sizes[other] ?? 0) - (sizes[one] ?? 0)).slice(0, MAX_LINES);
  const lines = largest
    .toSorted((one, other) => one - other)
    .map((line) => ({
      item: names[line] ?? '',
      readings: Array.from({ length: dates }, (_, date) => {
        const place = placeOf(line, date, dates);
        const count = counts[place] ?? 0;
        const mean = (sums[place] ?? 0) / count;
        return count === 0 ? null : { price: mean, low: mean, high: mean, stores: null, isComparable: true };
      }),
    }));
  const model = { weeks: issued.values.map(secondsOf), lines, mean: [] };
  return { model, names: lines.map(({ item }) => item), leftOut: used.length - lines.length };
}
