import type { Trace } from './trace.ts';

export interface Summary {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Standard deviation of the samples themselves (divided by n). */
  readonly sigma: number;
}

/** Statistics of one column since `from`; undefined without values. Welford's algorithm: no loss of precision far from zero. */
export function summarize(trace: Trace, column: number, from: number): Summary | undefined {
  let count = 0;
  let mean = 0;
  let squares = 0;
  let min = Infinity;
  let max = -Infinity;
  for (let index = trace.indexAt(from); index < trace.length; index += 1) {
    const value = trace.value(index, column);
    if (Number.isNaN(value)) continue;
    count += 1;
    const away = value - mean;
    mean += away / count;
    squares += away * (value - mean);
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return count === 0 ? undefined : { min, max, mean, sigma: Math.sqrt(squares / count) };
}

/** Samples per second between the first and the last of `count` samples; undefined for fewer than two. */
export function rateOf(count: number, firstMilliseconds: number, lastMilliseconds: number): number | undefined {
  const span = lastMilliseconds - firstMilliseconds;
  return count < 2 || span <= 0 ? undefined : ((count - 1) * 1000) / span;
}

/** The rate that a sensor has achieved since `from`. */
export function achievedRate(trace: Trace, from: number): number | undefined {
  const first = trace.indexAt(from);
  return first < trace.length ? rateOf(trace.length - first, trace.time(first), trace.time(trace.length - 1)) : undefined;
}

/** Mean of each column since `from`; zero without values. */
export function meansOf(trace: Trace, from: number): readonly number[] {
  return Array.from({ length: trace.columns }, (_, column) => summarize(trace, column, from)?.mean ?? 0);
}
