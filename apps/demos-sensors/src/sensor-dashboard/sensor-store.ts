import { LIVE_MILLISECONDS, stateOf, type CardState, type Evidence } from './card-state.ts';
import { createRecorder, MAX_RECORDING_SECONDS, type Recorder } from './measures/recorder.ts';
import type { SensorListener } from './adapters/sensor-listener.ts';
import { SIGNAL_IDS, SIGNALS, type SignalId, type Values } from './measures/signals.ts';
import { achievedRate, meansOf, summarize, type Summary } from './measures/statistics.ts';
import { createTrace, type Trace } from './measures/trace.ts';

/** Time span of a strip chart. */
export const WINDOW_MILLISECONDS = 30_000;
/** 30 s at 200 Hz, faster than any browser reports motion. */
const CAPACITY = 6000;
const RATE_MILLISECONDS = 5000;
/** Zeroing uses the mean over this time: a single sample would add its noise to every later reading. */
const ZERO_MILLISECONDS = 1000;
/** These send continuously while live; the others only when something changes. */
const STEADY: readonly SignalId[] = ['accelerometer', 'gyroscope'];
/** For these, silence is the only sign that they are missing. */
const SILENT_WHEN_MISSING: readonly SignalId[] = [...STEADY, 'orientation', 'compass', 'brightness', 'proximity', 'battery'];

export interface SignalView {
  readonly state: CardState;
  readonly evidence: Evidence;
  /** Latest values, with the zero subtracted where that makes sense; undefined while the sensor is not live. */
  readonly values: Values | undefined;
  readonly zero: readonly number[] | undefined;
  readonly rate: number | undefined;
  /** Statistics of the last 30 s, per column, zeroed. */
  readonly summaries: readonly (Summary | undefined)[];
}

export type SignalViews = Readonly<Record<SignalId, SignalView>>;

interface Slot {
  evidence: Evidence;
  values: Values | undefined;
  zero: readonly number[] | undefined;
  lastAt: number;
  listeningSince: number | undefined;
  readonly trace: Trace;
}

export interface SensorStore extends SensorListener {
  readonly recorder: Recorder;
  trace(signal: SignalId): Trace;
  /** The latest values as the sensor reported them, without zeroing. */
  newest(signal: SignalId): Values | undefined;
  evidence(signal: SignalId): Evidence;
  /** Starts a recording with the current values, because a phone at rest sends no second position. */
  startRecording(now: number): void;
  /** Starts the timeout after which silence counts as missing. */
  begin(signal: SignalId, now: number): void;
  /** The sensor was released; it may be started again. */
  end(signal: SignalId, reason: string): void;
  setZero(signal: SignalId, isZeroed: boolean): void;
  /** Updates states that depend on time; call it a few times per second. */
  tick(now: number): void;
  view(now: number): SignalViews;
}

const shift = (values: Values, zero: readonly number[] | undefined): Values =>
  zero ? values.map((value, column) => (value === null ? null : value - (zero[column] ?? 0))) : values;

function shiftSummary(summary: Summary | undefined, zero = 0): Summary | undefined {
  return summary && { ...summary, min: summary.min - zero, max: summary.max - zero, mean: summary.mean - zero };
}

/** The state of all sensors. It uses neither browser nor clock: values, evidence and times are passed in. */
export function createSensorStore(supports: Readonly<Record<SignalId, boolean>>): SensorStore {
  const recorder = createRecorder();
  // Object.fromEntries loses the type of the keys; they are all of SIGNAL_IDS.
  const slots = Object.fromEntries(
    SIGNAL_IDS.map((signal): [SignalId, Slot] => [
      signal,
      {
        evidence: { supported: supports[signal], permission: 'ask', isMissing: false, hasValue: false },
        values: undefined,
        zero: undefined,
        lastAt: -Infinity,
        listeningSince: undefined,
        trace: createTrace(SIGNALS[signal].length, CAPACITY),
      },
    ]),
  ) as Record<SignalId, Slot>;

  function report(signal: SignalId, evidence: Partial<Evidence>): void {
    const slot = slots[signal];
    slot.evidence = { ...slot.evidence, ...evidence };
    if (!slot.evidence.hasValue) slot.values = undefined;
  }

  return {
    recorder,
    report,
    trace: (signal) => slots[signal].trace,
    newest: (signal) => slots[signal].values,
    evidence: (signal) => slots[signal].evidence,
    isLive: (signal) => slots[signal].evidence.hasValue,
    sample(signal, time, values) {
      const slot = slots[signal];
      slot.values = values;
      slot.lastAt = time;
      slot.trace.push(time, values);
      recorder.add(signal, time, values);
      if (!slot.evidence.hasValue || slot.evidence.reason) {
        report(signal, { hasValue: true, isMissing: false, permission: 'allowed', reason: undefined });
      }
    },
    startRecording(now) {
      recorder.start(now);
      for (const signal of SIGNAL_IDS) {
        const { values } = slots[signal];
        if (values && !STEADY.includes(signal) && signal !== 'sound') recorder.add(signal, now, values);
      }
    },
    begin(signal, now) {
      const slot = slots[signal];
      slot.listeningSince = now;
      // The reason why a sensor does not exist does not change when it is requested again.
      report(signal, { isMissing: false, reason: slot.evidence.supported ? undefined : slot.evidence.reason });
    },
    end(signal, reason) {
      const slot = slots[signal];
      slot.listeningSince = undefined;
      const { supported, permission, reason: before } = slot.evidence;
      const offered = permission === 'refused' ? undefined : reason;
      report(signal, { hasValue: false, isMissing: false, reason: supported ? offered : before });
    },
    setZero(signal, isZeroed) {
      const slot = slots[signal];
      // Angles cannot be averaged (359° and 1°), so a pose is zeroed by the latest pose.
      const here = () =>
        STEADY.includes(signal) ? meansOf(slot.trace, slot.lastAt - ZERO_MILLISECONDS) : slot.values?.map((value) => value ?? 0);
      slot.zero = isZeroed ? here() : undefined;
    },
    tick(now) {
      for (const signal of SIGNAL_IDS) {
        const { evidence, lastAt, listeningSince } = slots[signal];
        if (evidence.hasValue && STEADY.includes(signal) && now - lastAt > LIVE_MILLISECONDS) {
          report(signal, { hasValue: false, isMissing: true, reason: 'The sensor fell silent.' });
        }
        const isSilent = !evidence.hasValue && !evidence.isMissing && SILENT_WHEN_MISSING.includes(signal);
        if (isSilent && listeningSince !== undefined && now - listeningSince >= LIVE_MILLISECONDS)
          report(signal, { isMissing: true });
      }
      if (recorder.isRecording && recorder.seconds(now) >= MAX_RECORDING_SECONDS) recorder.stop(now);
    },
    view(now) {
      const views = SIGNAL_IDS.map((signal): [SignalId, SignalView] => {
        const { evidence, values, zero, trace } = slots[signal];
        return [
          signal,
          {
            state: stateOf(evidence),
            evidence,
            values: values && (STEADY.includes(signal) ? shift(values, zero) : values),
            zero,
            rate: evidence.hasValue ? achievedRate(trace, now - RATE_MILLISECONDS) : undefined,
            summaries: SIGNALS[signal].map((_, column) =>
              shiftSummary(summarize(trace, column, now - WINDOW_MILLISECONDS), zero?.[column]),
            ),
          },
        ];
      });
      return Object.fromEntries(views) as Record<SignalId, SignalView>;
    },
  };
}
