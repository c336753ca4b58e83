import { createSensorStore } from './sensor-store.ts';
import { MAX_RECORDING_SECONDS } from './measures/recorder.ts';
import { SIGNAL_IDS, type SignalId } from './measures/signals.ts';

const everything = Object.fromEntries(SIGNAL_IDS.map((signal) => [signal, true])) as Record<SignalId, boolean>;
const aStore = () => {
  const store = createSensorStore(everything);
  for (const signal of SIGNAL_IDS) store.report(signal, { permission: 'allowed' });
  return store;
};
const stateAt = (store: ReturnType<typeof aStore>, signal: SignalId, now: number) => {
  store.tick(now);
  return store.view(now)[signal].state;
};

test('motion is live with its first value, and half a second of silence ends it', () => {
  const store = aStore();
  store.begin('accelerometer', 0);
  expect(stateAt(store, 'accelerometer', 499)).toBe('tap');
  expect(stateAt(store, 'accelerometer', 500)).toBe('missing');
  store.sample('accelerometer', 600, [0, null, null]);
  expect(stateAt(store, 'accelerometer', 1100)).toBe('live');
  expect(stateAt(store, 'accelerometer', 1101)).toBe('missing');
  expect(store.view(1101).accelerometer.values).toBeUndefined();
  expect(store.view(1101).accelerometer.evidence.reason).toBe('The sensor fell silent.');
});

test('a device at rest keeps its orientation, because those events come only with a change', () => {
  const store = aStore();
  store.sample('orientation', 0, [1, 2, 3]);
  expect(stateAt(store, 'orientation', 60_000)).toBe('live');
});

test('zeroed, a steady sensor reads 0, and a second press restores the true value', () => {
  const store = aStore();
  for (let time = 0; time <= 2000; time += 20) store.sample('accelerometer', time, [0.5, -0.25, 9.81]);
  store.setZero('accelerometer', true);
  const zeroed = store.view(2000).accelerometer;
  for (const value of zeroed.values ?? [Number.NaN]) expect(value).toBeCloseTo(0, 9);
  expect(zeroed.summaries[2]?.mean).toBeCloseTo(0, 9);
  store.setZero('accelerometer', false);
  expect(store.view(2000).accelerometer.values).toEqual([0.5, -0.25, 9.81]);
});

test('zeroing does not change a recording', () => {
  const store = aStore();
  store.sample('gyroscope', 0, [5, 5, 5]);
  store.setZero('gyroscope', true);
  store.recorder.start(0);
  store.sample('gyroscope', 10, [5, 5, 5]);
  expect(store.recorder.toCsv()).toContain('0.0100,5,5,5');
});

test('a recording begins with the current values, so it has the position even if that does not change', () => {
  const store = aStore();
  store.sample('location', 0, [48.858372, 2.294481, 12, null, null, null]);
  store.sample('accelerometer', 0, [1, 1, 1]);
  store.startRecording(500);
  store.recorder.stop(600);
  const lines = store.recorder.toCsv().split('\r\n');
  expect(lines.at(-2)).toBe('0.0000,48.858372,2.294481,12,,,');
  expect(lines).toHaveLength(4);
});

test('a stopped sensor waits for a tap, a refused one stays blocked', () => {
  const store = aStore();
  store.sample('sound', 0, [50, -20]);
  store.report('location', { permission: 'refused' });
  for (const signal of SIGNAL_IDS) store.end(signal, 'Stopped.');
  const view = store.view(10_000);
  expect([view.sound.state, view.sound.evidence.reason]).toEqual(['tap', 'Stopped.']);
  expect([view.location.state, view.location.evidence.reason]).toEqual(['blocked', undefined]);
});

test('a forgotten recording ends by itself after half an hour', () => {
  const store = aStore();
  store.recorder.start(0);
  store.tick(MAX_RECORDING_SECONDS * 1000 - 1);
  expect(store.recorder.isRecording).toBe(true);
  store.tick(MAX_RECORDING_SECONDS * 1000);
  expect(store.recorder.isRecording).toBe(false);
});

/** What a sensor with a resolution of 0.1 would report for a known movement. */
const waveform = (seconds: number) =>
  [
    3 * Math.sin(2 * Math.PI * 0.7 * seconds),
    2 * Math.cos(2 * Math.PI * 1.3 * seconds),
    9.8 + 0.4 * Math.sin(2 * Math.PI * 2.9 * seconds),
    // Adding zero turns -0 into 0; a text file does not keep the sign.
  ].map((value) => Number(value.toFixed(1)) + 0);

test('60 virtual seconds at 60 Hz: the recording is the injected waveform, sample by sample, at its true rate', () => {
  const store = aStore();
  store.startRecording(5000);
  const injected: number[][] = [];
  for (let index = 0; index <= 60 * 60; index += 1) {
    const time = 5000 + (index * 1000) / 60;
    injected.push(waveform(index / 60));
    store.sample('accelerometer', time, waveform(index / 60));
    if (index % 12 === 0) store.tick(time);
  }
  store.recorder.stop(65_000);
  expect(store.recorder.seconds(99_999)).toBe(60);

  const lines = store.recorder.toCsv().trimEnd().split('\r\n');
  const hertz = Number(/^# accelerometer: ([\d.]+) Hz measured$/.exec(lines[0] ?? '')?.[1]);
  expect(hertz).toBeGreaterThanOrEqual(55);
  expect(hertz).toBeCloseTo(60, 1);
  const rows = lines.slice(2).map((line) => line.split(',').map(Number));
  expect(rows).toHaveLength(3601);
  rows.forEach(([t, ...values], index) => {
    expect(Math.abs((t ?? Number.NaN) - index / 60)).toBeLessThan(0.0001);
    expect(values).toEqual(injected[index]);
  });

  const json = JSON.parse(store.recorder.toJson({})) as { signals: { measuredHz: number; samples: { values: number[] }[] }[] };
  expect(json.signals[0]?.measuredHz).toBeCloseTo(60, 6);
  expect(json.signals[0]?.samples.map((sample) => sample.values)).toEqual(injected);
  expect(store.view(65_000).accelerometer.rate).toBeCloseTo(60, 6);
});
