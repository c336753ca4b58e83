/**
 * Directions of the barrel as whole numbers. An aim is the tangent of half the angle from straight up, in steps of 1/2048, so
 * that -2048 is level left, 0 straight up and 2048 level right. Its direction needs only fractions, no sine: every browser
 * computes exactly the same one, and a replay never drifts. A step is at most 0.056 degrees.
 */
const MAX_AIM = 2048;

/** Limit of the aim, just above level, because a level shot would roll along the floor. */
const AIM_LIMIT = MAX_AIM - 60;

export const clampAim = (aim: number): number => Math.min(AIM_LIMIT, Math.max(-AIM_LIMIT, Math.round(aim)));

export function directionOf(aim: number): { readonly x: number; readonly y: number } {
  const t = aim / MAX_AIM;
  const square = t * t;
  return { x: (2 * t) / (1 + square), y: (square - 1) / (1 + square) };
}

/** The aim from a pivot to a point; for a point below the pivot, the lowest aim on that side. */
export function aimAt(pivotX: number, pivotY: number, x: number, y: number): number {
  const across = x - pivotX;
  const up = pivotY - y;
  if (up <= 0) return across < 0 ? -AIM_LIMIT : AIM_LIMIT;
  return clampAim((MAX_AIM * across) / (Math.sqrt(across * across + up * up) + up));
}

/** Clockwise from straight up, for drawing. */
export const radiansOf = (aim: number): number => 2 * Math.atan(aim / MAX_AIM);
