import type { Values } from './signals.ts';

/** The last samples of one sensor, oldest first. Times are milliseconds of the page's own clock. */
export interface Trace {
  readonly columns: number;
  readonly length: number;
  push(time: number, values: Values): void;
  time(index: number): number;
  /** NaN where the sensor gave none. */
  value(index: number, column: number): number;
  /** Index of the first sample at or after `time`; `length` if there is none. */
  indexAt(time: number): number;
  clear(): void;
  /** A copy that later samples do not change: what a paused chart shows. */
  copy(): Trace;
}

/** A ring buffer of `capacity` samples. Adding a sample allocates nothing. */
export function createTrace(columns: number, capacity: number): Trace {
  const times = new Float64Array(capacity);
  const numbers = new Float64Array(capacity * columns);
  let first = 0;
  let length = 0;
  const slot = (index: number) => (first + index) % capacity;
  const trace: Trace = {
    columns,
    get length() {
      return length;
    },
    push(time, values) {
      const place = slot(length);
      times[place] = time;
      for (let column = 0; column < columns; column += 1) numbers[place * columns + column] = values[column] ?? Number.NaN;
      if (length < capacity) length += 1;
      else first = (first + 1) % capacity;
    },
    time: (index) => times[slot(index)] ?? Number.NaN,
    value: (index, column) => numbers[slot(index) * columns + column] ?? Number.NaN,
    indexAt(time) {
      let low = 0;
      let high = length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (trace.time(middle) < time) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    clear() {
      first = 0;
      length = 0;
    },
    copy() {
      const copied = createTrace(columns, capacity);
      for (let index = 0; index < length; index += 1) {
        copied.push(
          trace.time(index),
          Array.from({ length: columns }, (_, column) => trace.value(index, column)),
        );
      }
      return copied;
    },
  };
  return trace;
}
