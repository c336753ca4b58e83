/*
 * Sine, cosine and distance that have the same last bit in every browser. ECMAScript leaves Math.sin, Math.cos and Math.hypot to each
 * engine, and they differ: simulations that use them drift apart, and a run recorded in one browser ends differently in another.
 * Only operations that IEEE 754 requires to be correctly rounded are used here: + - * / and the square root.
 *
 * Sine and cosine follow fdlibm (k_sin.c, k_cos.c, e_rem_pio2.c):
 *
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 * Developed at SunPro, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and distribute this software is freely
 * granted, provided that this notice is preserved.
 */

/** Half pi in three parts of 33 bits, so that the product of a part and a whole number below 2^20 is exact, and the remainder. */
const HALF_PI = [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_711_166_5e-21] as const;
const HALF_PI_REST = 8.478_427_660_368_9e-32;
const QUARTERS_PER_RADIAN = 0.636_619_772_367_581_4;

const SINE = [
  -1.666_666_666_666_663_2e-1, 8.333_333_333_322_489e-3, -1.984_126_982_985_795e-4, 2.755_731_370_707_006_8e-6,
  -2.505_076_025_340_686_3e-8, 1.589_690_995_211_55e-10,
] as const;
const COSINE = [
  4.166_666_666_666_66e-2, -1.388_888_888_887_411e-3, 2.480_158_728_947_673e-5, -2.755_731_435_139_066_3e-7,
  2.087_572_321_298_175e-9, -1.135_964_755_778_819_5e-11,
] as const;

/** Reduces an angle by whole quarter turns. Returns the quarters, and the rest (at most an eighth of a turn) as a sum of two numbers. */
function reduce(angle: number): readonly [quarters: number, left: number, tail: number] {
  const quarters = Math.round(angle * QUARTERS_PER_RADIAN);
  let left = angle - quarters * HALF_PI[0];
  let taken = quarters * HALF_PI[1];
  // The next part contains what rounding lost in the previous step, so angles next to a multiple of a quarter turn lose no precision.
  for (const part of [HALF_PI[2], HALF_PI_REST]) {
    const before = left;
    left = before - taken;
    taken = quarters * part - (before - left - taken);
  }
  const sum = left - taken;
  return [quarters & 3, sum, left - sum - taken];
}

function sineNearZero(x: number, tail: number): number {
  const square = x * x;
  const cube = square * x;
  const rest = SINE[1] + square * (SINE[2] + square * (SINE[3] + square * (SINE[4] + square * SINE[5])));
  return x - (square * (0.5 * tail - cube * rest) - tail - cube * SINE[0]);
}

const word = new DataView(new ArrayBuffer(8));
/** A quarter of x with the lower half of its bits cleared, so that 1 minus it is exact. */
function roughQuarter(x: number): number {
  word.setFloat64(0, x / 4);
  word.setUint32(4, 0);
  return word.getFloat64(0);
}

function cosineNearZero(x: number, tail: number): number {
  const size = Math.abs(x);
  const square = x * x;
  const rest =
    square *
    (COSINE[0] + square * (COSINE[1] + square * (COSINE[2] + square * (COSINE[3] + square * (COSINE[4] + square * COSINE[5])))));
  const error = square * rest - x * tail;
  if (size < 0.3) return 1 - (0.5 * square - error);
  const part = size > 0.781_25 ? 0.281_25 : roughQuarter(size);
  return 1 - part - (0.5 * square - part - error);
}

/** Sine of an angle in radians, below 200,000 turns. */
export function sin(angle: number): number {
  const [quarters, left, tail] = reduce(angle);
  const value = quarters % 2 === 0 ? sineNearZero(left, tail) : cosineNearZero(left, tail);
  return quarters < 2 ? value : -value;
}

/** Cosine of an angle in radians, below 200,000 turns. */
export function cos(angle: number): number {
  const [quarters, left, tail] = reduce(angle);
  const value = quarters % 2 === 0 ? cosineNearZero(left, tail) : sineNearZero(left, tail);
  return quarters === 0 || quarters === 3 ? value : -value;
}

/** Length of a vector, sqrt(x² + y²), whose square must not overflow. */
export const hypot = (x: number, y: number): number => Math.sqrt(x * x + y * y);
