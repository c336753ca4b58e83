import { deepestOverlap, findPartners, MAX_TRAVEL } from './balls.partners.ts';
import { COLLISION_DAMPING, DIAMETER, RADIUS, WALL_DAMPING, type Balls } from './balls.rules.ts';

/** Approach below this (px per tick) does not bounce: resting contacts would tremble for ever. */
const RESTING_SPEED = 0.02 * RADIUS;
/** Pull of the pointer: share of the distance that a held ball covers in a tick. */
const HOLD_STRENGTH = 0.5;
/** Balls times rounds of the push that follows a resize, at most: some 15 ms. */
const MOST_RELAXED = 50_000;
/** px: less overlap than this is none. */
const APART = 0.05;

/**
 * One slice of position-based dynamics (Müller and others 2007; small steps: Macklin and others 2019): move, push
 * overlaps apart, read the velocities from the positions, then give bounces back what damping leaves of their speed.
 */
export function substep(balls: Balls, h: number): void {
  const { count, x, y, vx, vy, gravityX, gravityY, work } = balls;
  const { lastX, lastY } = work;
  if (work.travel > MAX_TRAVEL) findPartners(balls);
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
  work.contacts = pushApart(balls);
  const still = 2 * Math.hypot(gravityX, gravityY) * h + RESTING_SPEED;
  readVelocities(balls, h, still);
  bounce(balls, still);
}

/** Moves partners that overlap apart, half of the way each, and answers how many contacts that made. */
function pushApart({ x, y, vx, vy, work }: Balls): number {
  const { first, second, pairs, contact, approach } = work;
  let contacts = 0;
  for (let p = 0; p < pairs; p += 1) {
    const i = first[p]!;
    const j = second[p]!;
    const dx = x[j]! - x[i]!;
    const dy = y[j]! - y[i]!;
    const square = dx * dx + dy * dy;
    if (square >= DIAMETER * DIAMETER) continue;
    const distance = Math.sqrt(square) || 1e-6;
    contact[contacts] = p;
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

/** Clamps to the walls, and takes velocities from the way each ball has gone; a ball that met a wall fast bounces. */
function readVelocities(balls: Balls, h: number, still: number): void {
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
    const beforeX = vx[i]!;
    const beforeY = vy[i]!;
    let bouncesX = false;
    let bouncesY = false;
    if (x[i]! < RADIUS) {
      x[i] = RADIUS;
      bouncesX = beforeX < -still;
    } else if (x[i]! > right) {
      x[i] = right;
      bouncesX = beforeX > still;
    }
    if (y[i]! < RADIUS) {
      y[i] = RADIUS;
      bouncesY = beforeY < -still;
    } else if (y[i]! > bottom) {
      y[i] = bottom;
      bouncesY = beforeY > still;
    }
    const dx = x[i]! - lastX[i]!;
    const dy = y[i]! - lastY[i]!;
    sumX += dx;
    sumY += dy;
    const square = (dx - driftX) * (dx - driftX) + (dy - driftY) * (dy - driftY);
    if (square > farthest) farthest = square;
    vx[i] = bouncesX ? -WALL_DAMPING * beforeX : dx * perTick;
    vy[i] = bouncesY ? -WALL_DAMPING * beforeY : dy * perTick;
  }
  work.travel += Math.sqrt(farthest);
  // Balls that fall side by side stay partners: only what differs from the drift of the slice before counts.
  work.driftX = sumX / count;
  work.driftY = sumY / count;
}

/** Contacts that met fast part at the damped speed; slow ones neither bounce nor keep what the push gave them. */
function bounce({ x, y, vx, vy, work }: Balls, still: number): void {
  const { first, second, contact, approach, contacts } = work;
  for (let c = 0; c < contacts; c += 1) {
    const met = approach[c]!;
    const p = contact[c]!;
    const i = first[p]!;
    const j = second[p]!;
    const dx = x[j]! - x[i]!;
    const dy = y[j]! - y[i]!;
    const along = (vx[j]! - vx[i]!) * dx + (vy[j]! - vy[i]!) * dy;
    if (met >= -still && along <= 0) continue;
    const square = dx * dx + dy * dy || 1e-12;
    const wanted = met < -still ? -COLLISION_DAMPING * met * Math.sqrt(square) : 0;
    const share = (0.5 * (wanted - along)) / square;
    vx[i]! -= dx * share;
    vy[i]! -= dy * share;
    vx[j]! += dx * share;
    vy[j]! += dy * share;
  }
}

/**
 * Pushes overlaps apart without time passing, after balls were put somewhere; the walls have the last word. Answers the
 * deepest overlap left: a large crowd gets few rounds, so that no call takes long, and comes apart in the ticks after it.
 */
export function relax(balls: Balls): number {
  const rounds = Math.min(Math.max(Math.round(MOST_RELAXED / balls.count), 4), 150);
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
