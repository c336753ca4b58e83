import { createFixedStep } from './fixed-step.ts';

function stepsAt(timestamps: readonly number[]): number {
  const fixed = createFixedStep();
  let steps = 0;
  for (const now of timestamps) fixed.advance(now, () => (steps += 1));
  return steps;
}

const seconds = (count: number, hertz: number) => Array.from({ length: count * hertz + 1 }, (_, frame) => (frame * 1000) / hertz);

for (const hertz of [30, 60, 120, 144]) {
  test(`ten seconds at ${hertz} Hz are 600 steps`, () => {
    expect(Math.abs(stepsAt(seconds(10, hertz)) - 600)).toBeLessThanOrEqual(1);
  });
}

test('a display of exactly 60 Hz gets one step per frame', () => {
  const fixed = createFixedStep();
  const perFrame = seconds(2, 60).map((now) => {
    let steps = 0;
    fixed.advance(now, () => (steps += 1));
    return steps;
  });
  expect(perFrame.slice(1).every((steps) => steps === 1)).toBe(true);
});

test('a long pause is not made up for', () => {
  expect(stepsAt([0, 3_600_000])).toBe(5);
});

test('steps that a slow frame skipped do not speed up later frames', () => {
  const fixed = createFixedStep();
  let steps = 0;
  for (const now of [0, 250, ...seconds(1, 60).map((later) => 250 + later)]) fixed.advance(now, () => (steps += 1));
  // Five from the slow frame, sixty from the second, and the one that may have been due.
  expect(steps).toBeGreaterThanOrEqual(65);
  expect(steps).toBeLessThanOrEqual(66);
});

test('a clock that runs backwards causes no step', () => {
  expect(stepsAt([1000, 500])).toBe(0);
});

test('returns the progress of the next step', () => {
  const fixed = createFixedStep();
  fixed.advance(0, () => {});
  expect(fixed.advance(25, () => {})).toBeCloseTo(0.5, 5);
});

test('after a reset the elapsed time does not count', () => {
  const fixed = createFixedStep();
  let steps = 0;
  fixed.advance(0, () => (steps += 1));
  fixed.reset();
  fixed.advance(200, () => (steps += 1));
  expect(steps).toBe(0);
});
