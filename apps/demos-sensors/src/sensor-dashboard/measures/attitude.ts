/** Row-major 3 by 3; transforms a vector from the device's axes to the earth's (x east, y north, z up). */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number];

const RADIANS = Math.PI / 180;

/** The W3C's angles in degrees: alpha about z, then beta about the new x, then gamma about the resulting y. */
export function matrixOf(alpha: number, beta: number, gamma: number): Matrix {
  const [cA, sA] = [Math.cos(alpha * RADIANS), Math.sin(alpha * RADIANS)];
  const [cB, sB] = [Math.cos(beta * RADIANS), Math.sin(beta * RADIANS)];
  const [cG, sG] = [Math.cos(gamma * RADIANS), Math.sin(gamma * RADIANS)];
  return [
    cA * cG - sA * sB * sG,
    -cB * sA,
    cG * sA * sB + cA * sG,
    cG * sA + cA * sB * sG,
    cA * cB,
    sA * sG - cA * cG * sB,
    -cB * sG,
    sB,
    cB * cG,
  ];
}

export type Vector = readonly [number, number, number];

export function apply(m: Matrix, [x, y, z]: Vector): Vector {
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}

const transpose = (m: Matrix): Matrix => [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];

function multiply(a: Matrix, b: Matrix): Matrix {
  const column = (index: 0 | 1 | 2): Vector => apply(a, [b[index], b[index + 3] ?? 0, b[index + 6] ?? 0]);
  const [x, y, z] = [column(0), column(1), column(2)];
  return [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]];
}

/** The device's pose relative to the pose that was set to zero. */
export const relativeTo = (zero: Matrix, now: Matrix): Matrix => multiply(transpose(zero), now);

/** The pose of the screen's axes if the screen is rotated by `screenAngle` degrees. */
export const onScreen = (m: Matrix, screenAngle: number): Matrix => multiply(m, matrixOf(-screenAngle, 0, 0));

/** The up direction in the device's own axes. */
const upOf = (m: Matrix): Vector => [m[6], m[7], m[8]];

export interface Tilt {
  /** Degrees by which the device's right edge is raised. */
  readonly roll: number;
  /** Degrees by which the device's top edge is raised. */
  readonly pitch: number;
  /** Degrees between the screen's normal and straight up. */
  readonly slope: number;
}

export function tiltOf(m: Matrix): Tilt {
  const [x, y, z] = upOf(m);
  return {
    roll: Math.asin(Math.max(-1, Math.min(1, x))) / RADIANS,
    pitch: Math.asin(Math.max(-1, Math.min(1, y))) / RADIANS,
    slope: Math.acos(Math.max(-1, Math.min(1, z))) / RADIANS,
  };
}

/** A bubble moves to the highest side of the device; it reaches the rim at `fullScale` degrees; y down as on a screen. */
export function bubbleOf(m: Matrix, fullScale: number): { readonly x: number; readonly y: number } {
  const { roll, pitch } = tiltOf(m);
  const length = Math.hypot(roll, pitch) / fullScale;
  const cut = length > 1 ? 1 / length : 1;
  return { x: (roll / fullScale) * cut, y: (-pitch / fullScale) * cut };
}

/**
 * Degrees clockwise from north to the direction of the top of the screen; for a device held upright, to the direction of its back,
 * like the view of its camera. `screenAngle` is the rotation of the picture on the screen.
 */
export function headingOf(m: Matrix, screenAngle: number): number {
  const turn = screenAngle * RADIANS;
  const top = apply(m, [Math.sin(turn), Math.cos(turn), 0]);
  const isUpright = Math.abs(top[2]) > Math.SQRT1_2;
  const [east, north] = isUpright ? apply(m, [0, 0, -1]) : top;
  return (Math.atan2(east, north) / RADIANS + 360) % 360;
}
