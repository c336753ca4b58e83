import { hypot } from '@site/sim';
import { deepestOverlap, findPartners, MAX_TRAVEL, PARTNER_REACH, TIGHT_REACH } from './balls.partners.ts';
import { COLLISION_DAMPING, DIAMETER, RADIUS, WALL_DAMPING, type Balls } from './balls.rules.ts';

/** Approach below this (px per tick) does not bounce: resting contacts would tremble for ever. */
const RESTING_SPEED = 0.02 * RADIUS;
/** Pull of the pointer: share of the distance that a held ball covers in a tick. */
const HOLD_STRENGTH = 0.5;
/** Balls times rounds of the push that follows a resize, at most: some 15 ms. */
const MAX_RELAXED = 50_000;
/** px: less overlap than this is none. */
const APART = 0.05;

/**
 * One slice of position-based dynamics (Müller and others 2007; small steps: Macklin and others 2019): move, push
 * overlaps apart, read the velocities from the positions, then give bounces back what damping leaves of their speed.
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
  // After the move: a list for one slice would come too late before it.
  if (work.travel + work.pace > MAX_TRAVEL && !isCurrent(balls)) listPartners(balls);
  work.contacts = pushApart(balls);
  const still = 2 * hypot(gravityX, gravityY) * h + RESTING_SPEED;
  readVelocities(balls, h, still);
  bounce(balls, still);
}

/**
 * The sum of all slices' farthest ways is more than any ball has gone: trembling balls go to and fro, and not all the same
 * one. Measured by its ends a list often holds for longer, and to measure costs a tenth of a new list.
 */
function isCurrent({ count, x, y, work }: Balls): boolean {
  if (work.travel === Infinity) return false;
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
  const travel = hypot(right - left, bottom - top) / 2;
  if (travel > MAX_TRAVEL) return false;
  work.travel = travel - work.pace;
  return true;
}

/**
 * Where some ball outruns a list within a slice, the list is made for this slice alone and names only what is about to
 * touch: half the work. Calm balls get one that lasts.
 */
function listPartners(balls: Balls): void {
  const { work } = balls;
  const isFast = work.pace > MAX_TRAVEL;
  findPartners(balls, isFast ? TIGHT_REACH : PARTNER_REACH);
  // The way of the slice under way is behind the list already, and will be added at its end.
  work.travel = isFast ? Infinity : -work.pace;
}

/** Moves overlapping partners apart, each half of the way; returns the number of contacts. */
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
    // A ball meets a wall that it goes towards, fast enough not to rest on it.
    const meetsX = inX !== outX && (outX > inX ? vx[i]! > still : vx[i]! < -still);
    const meetsY = inY !== outY && (outY > inY ? vy[i]! > still : vy[i]! < -still);
    vx[i] = meetsX ? -WALL_DAMPING * vx[i]! : dx * perTick;
    vy[i] = meetsY ? -WALL_DAMPING * vy[i]! : dy * perTick;
    x[i] = inX;
    y[i] = inY;
  }
  work.pace = Math.sqrt(farthest);
  work.travel += work.pace;
  // Balls that fall side by side stay partners: only what differs from the drift of the slice before counts.
  work.driftX = sumX / count;
  work.driftY = sumY / count;
}

/** Contacts that met fast part at the damped speed; slow ones neither bounce nor keep what the push gave them. */
function bounce({ x, y, vx, vy, work }: Balls, still: number): void {
  const { contactFirst, contactSecond, approach, contacts } = work;
  for (let c = 0; c < contacts; c += 1) {
    const met = approach[c]!;
    const i = contactFirst[c]!;
    const j = contactSecond[c]!;
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
 * Pushes overlaps apart without time passing, after balls were put somewhere; the walls have the last word. Returns the
 * deepest overlap left: a large crowd gets few rounds, so that no call takes long, and comes apart in the ticks after it.
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
