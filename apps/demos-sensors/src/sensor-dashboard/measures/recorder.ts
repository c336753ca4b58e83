import { csvLine } from '@site/contracts';
import { SIGNALS, SIGNAL_IDS, type SignalId, type Values } from './signals.ts';
import { rateOf } from './statistics.ts';

/** Half an hour at 60 Hz from all sensors is about 20 MB; a longer recording could exhaust the memory and be lost. */
export const MAX_RECORDING_SECONDS = 1800;

interface Row {
  readonly time: number;
  readonly values: Values;
}

/** A moment that the visitor marked. */
export interface Mark {
  /** Milliseconds of the page's own clock. */
  readonly time: number;
  readonly text: string;
}

const rateWords = (hertz: number | undefined) =>
  hertz === undefined ? 'too few samples, no rate measured' : `${hertz.toFixed(1)} Hz measured`;

/** A visitor who holds the button down must not fill the memory. */
const MAX_MARKS = 1000;

interface RecordedSignal {
  readonly signal: SignalId;
  readonly units: Readonly<Record<string, string>>;
  readonly measuredHz: number | null;
  readonly samples: readonly { readonly t: number; readonly values: Values }[];
}

export interface Recorder {
  readonly isRecording: boolean;
  readonly count: number;
  /** Seconds from the start to the end, or to `now`. */
  seconds(now: number): number;
  start(now: number): void;
  stop(now: number): void;
  add(signal: SignalId, time: number, values: Values): void;
  /** Marks of the recording, oldest first. */
  readonly marks: readonly Mark[];
  /** Marks this moment of a recording; without a label it is numbered. Does nothing while nothing is being recorded. */
  mark(now: number, words: string): void;
  toCsv(): string;
  toJson(about: Readonly<Record<string, unknown>>): string;
}

/** Float noise is far below any sensor's accuracy (9.800000190734863); seven decimals keep a position to 1 cm. */
const rounded = (value: number) => Number(value.toFixed(7));
const titleOf = (signal: SignalId, name: string, unit: string) => `${signal} ${name}${unit && ` (${unit})`}`;
const cell = (value: number | null | undefined) =>
  value === null || value === undefined || Number.isNaN(value) ? '' : String(rounded(value));

/** Keeps every sample between start and stop as it was reported: not smoothed, and not zeroed or rounded as on the screen. */
export function createRecorder(): Recorder {
  let rows = new Map<SignalId, Row[]>();
  let startedAt = 0;
  let stoppedAt: number | undefined = 0;
  let count = 0;
  let marks: Mark[] = [];

  const recorded = () => SIGNAL_IDS.filter((signal) => rows.has(signal));
  const secondsOf = (time: number) => Number(((time - startedAt) / 1000).toFixed(4));
  function hertzOf(signal: SignalId): number | undefined {
    const list = rows.get(signal) ?? [];
    return rateOf(list.length, list.at(0)?.time ?? 0, list.at(-1)?.time ?? 0);
  }

  return {
    get isRecording() {
      return stoppedAt === undefined;
    },
    get count() {
      return count;
    },
    get marks() {
      return marks;
    },
    mark(now, words) {
      if (stoppedAt !== undefined || marks.length === MAX_MARKS) return;
      // A new list: a paused chart keeps the old one.
      marks = [...marks, { time: now, text: words.trim() || `Mark ${marks.length + 1}` }];
    },
    seconds: (now) => Math.max(0, ((stoppedAt ?? now) - startedAt) / 1000),
    start(now) {
      rows = new Map();
      count = 0;
      marks = [];
      startedAt = now;
      stoppedAt = undefined;
    },
    stop(now) {
      stoppedAt ??= now;
    },
    add(signal, time, values) {
      if (stoppedAt !== undefined || time < startedAt || time - startedAt > MAX_RECORDING_SECONDS * 1000) return;
      const list = rows.get(signal);
      if (list) list.push({ time, values });
      else rows.set(signal, [{ time, values }]);
      count += 1;
    },
    toCsv() {
      const signals = recorded();
      // Samples of different sensors at the same time share a row. Two samples of one sensor never do, even if a coarse clock gave
      // both the same time.
      const table = new Map<number, Map<SignalId, Values>[]>();
      for (const signal of signals) {
        for (const { time, values } of rows.get(signal) ?? []) {
          const moment = table.get(time) ?? [];
          const row = moment.find((taken) => !taken.has(signal));
          if (row) row.set(signal, values);
          else table.set(time, [...moment, new Map([[signal, values]])]);
        }
      }
      const hertz = signals.map((signal) => `# ${signal}: ${rateWords(hertzOf(signal))}`);
      const titles = signals.flatMap((signal) => SIGNALS[signal].map(({ name, unit }) => titleOf(signal, name, unit)));
      // A mark has a row of its own; its label is in a last column that exists only if there are marks.
      const withMarks = marks.length > 0;
      const samples = [...table].flatMap(([time, moment]) =>
        moment.map((row) => {
          const cells = signals.flatMap((signal) => SIGNALS[signal].map((_, column) => cell(row.get(signal)?.[column])));
          return { time, cells: withMarks ? [...cells, ''] : cells };
        }),
      );
      const marked = marks.map(({ time, text }) => ({ time, cells: [...titles.map(() => ''), csvLine([text])] }));
      const lines = [...samples, ...marked]
        .sort((a, b) => a.time - b.time)
        .map(({ time, cells }) => [secondsOf(time).toFixed(4), ...cells].join(','));
      const head = ['t (s)', ...titles, ...(withMarks ? ['mark'] : [])].join(',');
      return `${[...hertz, head, ...lines].join('\r\n')}\r\n`;
    },
    toJson(about) {
      const signals = recorded().map((signal): RecordedSignal => ({
        signal,
        units: Object.fromEntries(SIGNALS[signal].map(({ name, unit }) => [name, unit])),
        measuredHz: hertzOf(signal) ?? null,
        samples: (rows.get(signal) ?? []).map(({ time, values }) => ({
          t: secondsOf(time),
          values: values.map((value) => (value === null ? null : rounded(value))),
        })),
      }));
      const seconds = secondsOf(stoppedAt ?? startedAt);
      const noted = marks.map(({ time, text }) => ({ t: secondsOf(time), text }));
      return JSON.stringify({ ...about, timeUnit: 's', seconds, ...(noted.length > 0 && { marks: noted }), signals }, null, 1);
    },
  };
}
