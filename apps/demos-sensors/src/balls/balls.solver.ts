import { hypot } from '@site/sim';
import { deepestOverlap, findNeighbors, HALF_SKIN, NEIGHBOR_REACH, TIGHT_REACH } from './balls.neighbors.ts';
import { COLLISION_DAMPING, DIAMETER, RADIUS, WALL_DAMPING, type Balls } from './balls.rules.ts';

/** Contacts slower than this (px per tick) do not bounce; otherwise resting contacts would jitter forever. */
const RESTING_SPEED = 0.02 * RADIUS;
/** Share of the distance to the pointer that a held ball covers per tick. */
const HOLD_STRENGTH = 0.5;
/** Maximum number of balls times iterations when overlaps are resolved after a resize: about 15 ms. */
const MAX_RELAXED = 50_000;
/** px: smaller overlaps are ignored. */
const APART = 0.05;

/**
 * One substep of position-based dynamics (Müller et al. 2007; small steps: Macklin et al. 2019): move, correct overlaps, derive
 * velocities from positions, then restore the damped speed of bounces.
 */
export function substep(balls: Balls, h: number): void {
  const { count, x, y, vx, vy, gravityX, gravityY, work } = balls;
  const { lastX, lastY } = work;
  for (const { ball, x: handX, y: handY } of balls.holds) {
    vx[ball] = (handX - x[ball]!) * HOLD_STRENGTH - gravityX * h;
    vy[ball] = (handY - y[ball]!) * HOLD_STRENGTH - gravityY * h;
  }
  for (let i = 0; i < count; i += 1) {
    const xi = x[i]!;
    const yi = y[i]!;
    lastX[i] = xi;
    lastY[i] = yi;
    vx[i]! += gravityX * h;
    vy[i]! += gravityY * h;
    x[i] = xi + vx[i]! * h;
    y[i] = yi + vy[i]! * h;
  }
  // After the move, because a list for a single substep would be outdated before it.
  if (work.maxDisplacement + work.substepDisplacement > HALF_SKIN && !isCurrent(balls)) listNeighbors(balls);
  work.contacts = pushApart(balls);
  const bounceThreshold = 2 * hypot(gravityX, gravityY) * h + RESTING_SPEED;
  readVelocities(balls, h, bounceThreshold);
  bounce(balls, bounceThreshold);
}

/**
 * The sum of the maximum displacements of all substeps overestimates that of any one ball: jittering balls move back and forth, and
 * it is not always the same ball. The displacement since the list was made is often smaller, so that the list stays valid for
 * longer; measuring it costs a tenth of making a new list.
 */
function isCurrent({ count, x, y, work }: Balls): boolean {
  if (work.maxDisplacement === Infinity) return false;
  const { listX, listY } = work;
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (let i = 0; i < count; i += 1) {
    const dx = x[i]! - listX[i]!;
    const dy = y[i]! - listY[i]!;
    if (dx < left) left = dx;
    if (dx > right) right = dx;
    if (dy < top) top = dy;
    if (dy > bottom) bottom = dy;
  }
  const displacement = hypot(right - left, bottom - top) / 2;
  if (displacement > HALF_SKIN) return false;
  work.maxDisplacement = displacement - work.substepDisplacement;
  return true;
}

/**
 * If a ball would invalidate the list within one substep, the list is made for this substep only, with just the pairs about to
 * touch: half the work. Slow balls get a list that lasts.
 */
function listNeighbors(balls: Balls): void {
  const { work } = balls;
  const isFast = work.substepDisplacement > HALF_SKIN;
  findNeighbors(balls, isFast ? TIGHT_REACH : NEIGHBOR_REACH);
  // The current substep's displacement is already in the neighbor list's skin, and is added at its end.
  work.maxDisplacement = isFast ? Infinity : -work.substepDisplacement;
}

/** Moves overlapping pairs apart, each ball by half of the overlap. Returns the number of contacts. */
function pushApart({ x, y, vx, vy, work }: Balls): number {
  const { first, second, pairs, contactFirst, contactSecond, approach } = work;
  let contacts = 0;
  for (let p = 0; p < pairs; p += 1) {
    const i = first[p]!;
    const j = second[p]!;
    const dx = x[j]! - x[i]!;
    const dy = y[j]! - y[i]!;
    const square = dx * dx + dy * dy;
    if (square >= DIAMETER * DIAMETER) continue;
    const distance = Math.sqrt(square) || 1e-6;
    contactFirst[contacts] = i;
    contactSecond[contacts] = j;
    approach[contacts] = ((vx[j]! - vx[i]!) * dx + (vy[j]! - vy[i]!) * dy) / distance;
    contacts += 1;
    const share = (0.5 * (DIAMETER - distance)) / distance;
    x[i]! -= dx * share;
    y[i]! -= dy * share;
    x[j]! += dx * share;
    y[j]! += dy * share;
  }
  return contacts;
}

/** Clamps positions to the walls and derives velocities from the displacements; a fast ball bounces off a wall. */
function readVelocities(balls: Balls, h: number, bounceThreshold: number): void {
  const { count, x, y, vx, vy, work } = balls;
  const { lastX, lastY } = work;
  const right = balls.width - RADIUS;
  const bottom = balls.height - RADIUS;
  const perTick = 1 / h;
  const { driftX, driftY } = work;
  let farthest = 0;
  let sumX = 0;
  let sumY = 0;
  for (let i = 0; i < count; i += 1) {
    const outX = x[i]!;
    const outY = y[i]!;
    const inX = Math.min(Math.max(outX, RADIUS), right);
    const inY = Math.min(Math.max(outY, RADIUS), bottom);
    const dx = inX - lastX[i]!;
    const dy = inY - lastY[i]!;
    sumX += dx;
    sumY += dy;
    const square = (dx - driftX) * (dx - driftX) + (dy - driftY) * (dy - driftY);
    if (square > farthest) farthest = square;
    // Only a ball that moves toward the wall, and fast enough not to rest on it, bounces.
    const meetsX = inX !== outX && (outX > inX ? vx[i]! > bounceThreshold : vx[i]! < -bounceThreshold);
    const meetsY = inY !== outY && (outY > inY ? vy[i]! > bounceThreshold : vy[i]! < -bounceThreshold);
    vx[i] = meetsX ? -WALL_DAMPING * vx[i]! : dx * perTick;
    vy[i] = meetsY ? -WALL_DAMPING * vy[i]! : dy * perTick;
    x[i] = inX;
    y[i] = inY;
  }
  work.substepDisplacement = Math.sqrt(farthest);
  work.maxDisplacement += work.substepDisplacement;
  // Balls that fall side by side stay neighbors, so only the displacement relative to the drift of the previous substep counts.
  work.driftX = sumX / count;
  work.driftY = sumY / count;
}

/** Fast contacts separate at the damped speed; slow ones neither bounce nor keep the velocity that the correction added. */
function bounce({ x, y, vx, vy, work }: Balls, bounceThreshold: number): void {
  const { contactFirst, contactSecond, approach, contacts } = work;
  for (let c = 0; c < contacts; c += 1) {
    const met = approach[c]!;
    const i = contactFirst[c]!;
    const j = contactSecond[c]!;
    const dx = x[j]! - x[i]!;
    const dy = y[j]! - y[i]!;
    const along = (vx[j]! - vx[i]!) * dx + (vy[j]! - vy[i]!) * dy;
    if (met >= -bounceThreshold && along <= 0) continue;
    const square = dx * dx + dy * dy || 1e-12;
    const wanted = met < -bounceThreshold ? -COLLISION_DAMPING * met * Math.sqrt(square) : 0;
    const share = (0.5 * (wanted - along)) / square;
    vx[i]! -= dx * share;
    vy[i]! -= dy * share;
    vx[j]! += dx * share;
    vy[j]! += dy * share;
  }
}

/**
 * Resolves overlaps without advancing time, after balls were placed; the walls are applied last. A large crowd gets few iterations,
 * so that no call takes long, and separates in the following ticks.
 * @returns the deepest overlap that is left
 */
export function relax(balls: Balls): number {
  const rounds = Math.min(Math.max(Math.round(MAX_RELAXED / balls.count), 4), 150);
  for (let round = 0; round < rounds; round += 1) {
    keepInside(balls);
    const overlap = deepestOverlap(balls);
    if (overlap < APART) return overlap;
    pushApart(balls);
  }
  keepInside(balls);
  return deepestOverlap(balls);
}

function keepInside({ count, x, y, width, height }: Balls): void {
  for (let i = 0; i < count; i += 1) {
    x[i] = Math.min(Math.max(x[i]!, RADIUS), width - RADIUS);
    y[i] = Math.min(Math.max(y[i]!, RADIUS), height - RADIUS);
  }
}
