import { countDistinct, takeShots, type FrameSource } from './take-shots.ts';

/** A camera of `fps` frames per second, on a clock that advances only by waiting and by the cost of a shot. */
function aCamera({ fps = 30, costMs = 0 } = {}) {
  let time = 1_000;
  const source: FrameSource = {
    now: () => time,
    wait: (milliseconds) => {
      time += milliseconds;
      return Promise.resolve();
    },
    current: () => Math.floor((time * fps) / 1000),
    nextFrame: () => {
      time = ((Math.floor((time * fps) / 1000) + 1) * 1000) / fps + 1e-6;
      return Promise.resolve();
    },
  };
  const shots: { shot: number; at: number }[] = [];
  const take = (shot: number) => {
    shots.push({ shot, at: source.now() });
    time += costMs;
  };
  return { source, shots, take };
}

const never = new AbortController().signal;

test.each([
  [20, 250, 4_750],
  [12, 250, 2_750],
  [80, 125, 9_875],
  [64, 125, 7_875],
  [100, 10, 990],
])('%i shots, %i ms apart, last %i ms', async (count, intervalMs, lasts) => {
  const { source, shots, take } = aCamera();
  const { milliseconds } = await takeShots(source, { count, intervalMs, onlyNewFrames: false }, take, never);
  expect(milliseconds).toBeCloseTo(lasts, 6);
  expect(shots.map(({ shot }) => shot)).toEqual(Array.from({ length: count }, (_, n) => n));
  expect(shots.every(({ at }, n) => Math.abs(at - 1_000 - n * intervalMs) < 1e-6)).toBe(true);
});

test('the time a shot takes is deducted from the next wait', async () => {
  const { source, take } = aCamera({ costMs: 8 });
  const series = await takeShots(source, { count: 80, intervalMs: 125, onlyNewFrames: false }, take, never);
  expect(series.milliseconds).toBeCloseTo(9_875 + 8, 6);
});

test('a hundred shots in one second from a 30 Hz camera show about thirty different frames', async () => {
  const { source, take } = aCamera();
  const { frames } = await takeShots(source, { count: 100, intervalMs: 10, onlyNewFrames: false }, take, never);
  expect(frames).toHaveLength(100);
  expect(countDistinct(frames)).toBe(30);
});

test('every tile a new frame: a hundred shots have a hundred different frames, at the pace of the camera', async () => {
  const { source, take } = aCamera();
  const { frames, milliseconds } = await takeShots(source, { count: 100, intervalMs: 10, onlyNewFrames: true }, take, never);
  expect(countDistinct(frames)).toBe(100);
  expect(milliseconds).toBeGreaterThan(3_200);
  expect(milliseconds).toBeLessThan(3_400);
});

/** The times of ten shots, 125 ms apart, from the first one on; the wait for the fifth takes this much longer than asked. */
async function timesWithDelay(delayMs: number, onlyNewFrames = false): Promise<number[]> {
  const { source, shots, take } = aCamera();
  let waits = 0;
  const wait: FrameSource['wait'] = (milliseconds, signal) => {
    waits += 1;
    return source.wait(milliseconds + (waits === 4 ? delayMs : 0), signal);
  };
  await takeShots({ ...source, wait }, { count: 10, intervalMs: 125, onlyNewFrames }, take, never);
  return shots.map(({ at }) => at - 1_000);
}

test('after a delay of less than a second the series catches up', async () => {
  expect(await timesWithDelay(400)).toEqual([0, 125, 250, 375, 900, 900, 900, 900, 1_000, 1_125]);
});

test.each([false, true])(
  'after the page was suspended for a minute, the rest of the series is a minute later (only new frames: %s)',
  async (onlyNewFrames) => {
    const times = await timesWithDelay(60_000, onlyNewFrames);
    expect(times[4]).toBeCloseTo(60_500, 6);
    const steps = times.slice(5).map((at, n) => at - times[n + 4]!);
    expect(steps.map(Math.round)).toEqual([125, 125, 125, 125, 125]);
  },
);

test('an aborted series takes no more shots', async () => {
  const { source, shots } = aCamera();
  const controller = new AbortController();
  const take = (shot: number) => {
    shots.push({ shot, at: 0 });
    if (shot === 4) controller.abort();
  };
  await expect(takeShots(source, { count: 20, intervalMs: 250, onlyNewFrames: false }, take, controller.signal)).rejects.toThrow(
    /aborted/,
  );
  expect(shots).toHaveLength(5);
});

test('a frame that changes while it is drawn is drawn again, so that every shot shows the frame that its ID identifies', async () => {
  const pictures = [1, 2, 2, 3, 3];
  const taken: number[] = [];
  const source: FrameSource = {
    now: () => 0,
    wait: () => Promise.resolve(),
    nextFrame: () => Promise.resolve(),
    current: () => pictures.shift() ?? 9,
  };
  const take = (shot: number) => taken.push(shot);
  const { frames } = await takeShots(source, { count: 2, intervalMs: 10, onlyNewFrames: false }, take, never);
  expect(frames).toEqual([2, 3]);
  expect(taken).toEqual([0, 0, 1]);
});
