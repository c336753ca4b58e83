import { SIGNALS, type SignalId } from './signals.ts';
import type { Trace } from './trace.ts';

/** Exactly the samples that a chart shows; the time counts from its left edge. */
export function chartCsv(signal: SignalId, trace: Trace, from: number, to: number): string {
  const lines: string[] = [['t (s)', ...SIGNALS[signal].map(({ name, unit }) => `${signal} ${name} (${unit})`)].join(',')];
  for (let index = trace.indexAt(from); index < trace.length && trace.time(index) <= to; index += 1) {
    const cells = Array.from({ length: trace.columns }, (_, column) => {
      const value = trace.value(index, column);
      return Number.isNaN(value) ? '' : String(Number(value.toFixed(7)));
    });
    lines.push([((trace.time(index) - from) / 1000).toFixed(4), ...cells].join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}
