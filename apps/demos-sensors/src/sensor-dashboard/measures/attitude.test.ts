import { apply, bubbleOf, headingOf, matrixOf, onScreen, relativeTo, tiltOf } from './attitude.ts';

const POSES = [
  [0, 0, 0],
  [30, 20, -10],
  [200, -80, 45],
  [359, 179, -89],
] as const;

test.each(POSES)('the matrix of %s, %s, %s is a rotation', (alpha, beta, gamma) => {
  const m = matrixOf(alpha, beta, gamma);
  const [x, y, z] = [apply(m, [1, 0, 0]), apply(m, [0, 1, 0]), apply(m, [0, 0, 1])];
  const dot = (a: typeof x, b: typeof x) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  for (const side of [x, y, z]) expect(dot(side, side)).toBeCloseTo(1, 12);
  for (const [a, b] of [
    [x, y],
    [y, z],
    [z, x],
  ] as const)
    expect(dot(a, b)).toBeCloseTo(0, 12);
  const cross = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
  cross.forEach((value, index) => expect(value).toBeCloseTo(z[index] ?? Number.NaN, 12));
});

test('beta raises the top edge, gamma the left one', () => {
  expect(tiltOf(matrixOf(123, 30, 0))).toEqual({
    pitch: expect.closeTo(30, 9),
    roll: expect.closeTo(0, 9),
    slope: expect.closeTo(30, 9),
  });
  expect(tiltOf(matrixOf(0, 0, 20)).roll).toBeCloseTo(-20, 9);
  expect(tiltOf(matrixOf(45, 0, 0)).slope).toBeCloseTo(0, 6);
});

test('any pose that was set to zero reads as level', () => {
  for (const [alpha, beta, gamma] of POSES) {
    const pose = matrixOf(alpha, beta, gamma);
    const { pitch, roll, slope } = tiltOf(relativeTo(pose, pose));
    for (const angle of [pitch, roll, slope]) expect(angle).toBeCloseTo(0, 4);
  }
});

test('the bubble goes to the raised edge and never past the rim', () => {
  expect(bubbleOf(matrixOf(0, 0, 0), 45)).toEqual({ x: expect.closeTo(0, 9), y: expect.closeTo(0, 9) });
  const raisedTop = bubbleOf(matrixOf(0, 22.5, 0), 45);
  expect([raisedTop.x, raisedTop.y]).toEqual([expect.closeTo(0, 9), expect.closeTo(-0.5, 9)]);
  const far = bubbleOf(matrixOf(0, 60, 50), 45);
  expect(Math.hypot(far.x, far.y)).toBeLessThanOrEqual(1 + 1e-9);
});

test.each([
  [0, 0],
  [90, 270],
  [270, 90],
  [315, 45],
])('flat on a table, alpha %s is the heading %s', (alpha, heading) => {
  expect(headingOf(matrixOf(alpha, 0, 0), 0)).toBeCloseTo(heading, 6);
});

test('tilt does not change the heading, which is that of the top of the screen, even if the screen is rotated', () => {
  expect(headingOf(matrixOf(300, 40, 0), 0)).toBeCloseTo(60, 6);
  expect(headingOf(matrixOf(300, 89, 0), 0)).toBeCloseTo(60, 6);
  expect(headingOf(matrixOf(0, 0, 0), 90)).toBeCloseTo(90, 6);
});

test('on a screen turned by 90° the device’s raised right edge is the raised top edge', () => {
  const { pitch, roll } = tiltOf(onScreen(matrixOf(0, 0, -20), 90));
  expect([pitch, roll]).toEqual([expect.closeTo(20, 9), expect.closeTo(0, 9)]);
});
