import { toCsv } from '@site/contracts';
import type { Mark } from './recorder.ts';
import { SIGNALS, type SignalId } from './signals.ts';
import type { Trace } from './trace.ts';

/** What a chart shows. */
export interface ShownChart {
  readonly trace: Trace;
  /** Number of the trace's columns drawn, starting with the first. */
  readonly columns: number;
  /** The right edge. */
  readonly now: number;
  readonly zero: readonly number[] | undefined;
  readonly marks: readonly Mark[];
}

/** Seven decimals: see the recorder. */
const rounded = (value: number) => Number(value.toFixed(7));

/** Exactly the lines and marks that a chart shows, zeroed as they are drawn; times are relative to its left edge. */
export function chartCsv(signal: SignalId, { trace, columns, now, zero, marks }: ShownChart, from: number): string {
  const shown = marks.filter(({ time }) => time >= from && time <= now);
  const rows: { readonly time: number; readonly cells: readonly (string | number | null)[] }[] = [];
  for (let index = trace.indexAt(from); index < trace.length && trace.time(index) <= now; index += 1) {
    const cells = Array.from({ length: columns }, (_, column) => {
      const value = trace.value(index, column);
      return Number.isNaN(value) ? null : rounded(value - (zero?.[column] ?? 0));
    });
    rows.push({ time: trace.time(index), cells: shown.length > 0 ? [...cells, null] : cells });
  }
  for (const { time, text } of shown) rows.push({ time, cells: [...Array.from({ length: columns }, () => null), text] });
  const titles = SIGNALS[signal]
    .slice(0, columns)
    .map(({ name, unit }) => `${signal} ${name} (${unit}${zero ? ', zeroed' : ''})`);
  const ordered = rows.sort((a, b) => a.time - b.time);
  return toCsv(
    [],
    ['t (s)', ...titles, ...(shown.length > 0 ? ['mark'] : [])],
    ordered.map(({ time, cells }) => [((time - from) / 1000).toFixed(4), ...cells]),
  );
}
