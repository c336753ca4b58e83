import { dollars, type Reading } from '@site/contracts';
import { FiguresTable } from './figures-table.tsx';
import type { HistoryModel } from './history-model.ts';

interface HistoryTableProps {
  readonly model: HistoryModel;
  readonly names: readonly string[];
  /** First and last week shown. */
  readonly from: number;
  readonly to: number;
}

const readingText = (reading: Reading | null | undefined): string =>
  reading ? `${dollars(reading.price)} (${reading.stores?.toLocaleString('en-US') ?? '-'} stores)` : '-';

/** Prices of the weeks shown, with the number of stores and the mean. */
export function HistoryTable({ model, names, from, to }: HistoryTableProps) {
  const rows = model.weeks.slice(from, to + 1).map((at, offset) => {
    const week = from + offset;
    const mean = model.mean[week];
    return { at, cells: [...model.lines.map(({ readings }) => readingText(readings[week])), mean == null ? '-' : dollars(mean)] };
  });
  return <FiguresTable dates="Week of" names={[...names, 'Mean']} rows={rows} />;
}
