// One file because everything here changes the same state: a tick, and what a hand or the window does to the balls between ticks.
import { cos, hypot, sin, type Random } from '@site/sim';
import { HALF_SKIN, NEIGHBORS_PER_BALL, sizeGrid } from './balls.neighbors.ts';
import { BALL_COUNT, GRAVITY, RADIUS, type Balls, type Hold } from './balls.rules.ts';
import { relax, substep } from './balls.solver.ts';

/** Substeps of one tick. With fewer, deep piles are soft; with more, the cost grows in proportion. */
const SUBSTEPS = 8;
/** A fast tick gets enough substeps that no ball moves more than a radius in any of them, up to this maximum. */
const MAX_SUBSTEPS = 16;
/** px per tick; prevents tunneling. */
const MAX_SPEED = MAX_SUBSTEPS * RADIUS;
/** A pile whose fastest ball moves less than this (px per tick) for a second falls asleep. */
const SLEEP_SPEED = 0.002 * RADIUS;
const SLEEP_TICKS = 60;
/** px: if shrinking walls leave a deeper overlap than this, the pile must rise, which adds energy. 333 balls separate without that. */
const PRESSED_OVERLAP = 2;
const PRESSED_TICKS = 120;
/** Vogel's sunflower spiral (1979): angle between neighbors, and px per square root of the index. Below 9.2, balls touch. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const SUNFLOWER_SPACING = 9.6;

/** Balls in a sunflower disc in the middle of the box, with a little seeded motion: the initial state. */
export function createBalls(width: number, height: number, random: Random, count: number = BALL_COUNT): Balls {
  const floats = () => new Float64Array(count);
  const balls: Balls = {
    count,
    width,
    height,
    x: floats(),
    y: floats(),
    vx: floats(),
    vy: floats(),
    gravityX: 0,
    gravityY: GRAVITY,
    holds: [],
    ticks: 0,
    quietTicks: 0,
    asleep: false,
    fastest: 0,
    energyBudget: Infinity,
    pressedTicks: 0,
    work: {
      lastX: floats(),
      lastY: floats(),
      tickX: floats(),
      listX: floats(),
      listY: floats(),
      tickY: floats(),
      cell: new Int32Array(count),
      sortedCell: new Int32Array(count),
      sorted: new Int32Array(count),
      sortedX: floats(),
      sortedY: floats(),
      cellStart: new Int32Array(0),
      columns: 0,
      first: new Int32Array(count * NEIGHBORS_PER_BALL),
      second: new Int32Array(count * NEIGHBORS_PER_BALL),
      pairs: 0,
      contactFirst: new Int32Array(count * NEIGHBORS_PER_BALL),
      contactSecond: new Int32Array(count * NEIGHBORS_PER_BALL),
      approach: new Float64Array(count * NEIGHBORS_PER_BALL),
      contacts: 0,
      maxDisplacement: Infinity,
      substepDisplacement: 0,
      driftX: 0,
      driftY: 0,
      completedSubsteps: 0,
      substeps: 0,
    },
  };
  for (let i = 0; i < count; i += 1) {
    const reach = SUNFLOWER_SPACING * Math.sqrt(i + 0.5);
    balls.x[i] = width / 2 + reach * cos(i * GOLDEN_ANGLE);
    balls.y[i] = height / 2 + reach * sin(i * GOLDEN_ANGLE);
    balls.vx[i] = (random() - 0.5) * 0.8;
    balls.vy[i] = (random() - 0.5) * 0.8;
  }
  sizeGrid(balls);
  relax(balls);
  balls.work.tickX.set(balls.x);
  balls.work.tickY.set(balls.y);
  return balls;
}

/** Kinetic plus potential energy per unit of mass, px squared per tick squared; zero for a ball at rest in the top left corner. */
export function energyOf({ count, x, y, vx, vy, gravityX, gravityY }: Balls): number {
  let energy = 0;
  for (let i = 0; i < count; i += 1) {
    energy += 0.5 * (vx[i]! * vx[i]! + vy[i]! * vy[i]!) - gravityX * x[i]! - gravityY * y[i]!;
  }
  return energy;
}

/** Advances the balls by one tick of 1/60 s. A sleeping pile costs nothing. */
export function step(balls: Balls): void {
  while (!advance(balls)) continue;
}

/**
 * Computes one substep. A page with many balls spreads a tick over several frames; the result is the same as with `step`.
 * @returns true if it was the last substep of its tick
 */
export function advance(balls: Balls): boolean {
  const { work } = balls;
  if (work.substeps === 0) {
    balls.ticks += 1;
    if (balls.asleep) return true;
    if (balls.holds.length > 0 || balls.pressedTicks > 0) balls.energyBudget = Infinity;
    balls.pressedTicks = Math.max(0, balls.pressedTicks - 1);
    limitSpeed(balls);
    work.tickX.set(balls.x);
    work.tickY.set(balls.y);
    work.substeps = Math.min(Math.max(Math.ceil(balls.fastest / RADIUS), SUBSTEPS), MAX_SUBSTEPS);
  }
  substep(balls, 1 / work.substeps);
  work.completedSubsteps += 1;
  if (work.completedSubsteps < work.substeps) return false;
  work.completedSubsteps = 0;
  work.substeps = 0;
  keepEnergy(balls);
  limitSpeed(balls);
  balls.quietTicks = balls.fastest < SLEEP_SPEED && balls.holds.length === 0 ? balls.quietTicks + 1 : 0;
  if (balls.quietTicks >= SLEEP_TICKS) fallAsleep(balls);
  return true;
}

function fallAsleep(balls: Balls): void {
  balls.vx.fill(0);
  balls.vy.fill(0);
  balls.fastest = 0;
  balls.asleep = true;
}

/** Called for every input: wakes the pile and allows the energy that the input added. */
function wake(balls: Balls): void {
  balls.asleep = false;
  balls.quietTicks = 0;
  balls.energyBudget = Infinity;
}

/** Changes gravity, as tilting the phone does; an invisibly small change does not wake the pile. */
export function setGravity(balls: Balls, gravityX: number, gravityY: number): void {
  if (hypot(gravityX - balls.gravityX, gravityY - balls.gravityY) < 0.02 * GRAVITY) return;
  balls.gravityX = gravityX;
  balls.gravityY = gravityY;
  wake(balls);
}

/** Moves the walls. In a shrinking box the balls move with the walls and are pushed apart, so that all stay inside. */
export function resize(balls: Balls, width: number, height: number): void {
  if (width === balls.width && height === balls.height) return;
  const scaleX = Math.min(1, width / balls.width);
  const scaleY = Math.min(1, height / balls.height);
  for (let i = 0; i < balls.count; i += 1) {
    balls.x[i]! *= scaleX;
    balls.y[i]! *= scaleY;
  }
  balls.width = width;
  balls.height = height;
  sizeGrid(balls);
  const overlap = relax(balls);
  balls.pressedTicks = balls.count > BALL_COUNT && overlap > PRESSED_OVERLAP ? PRESSED_TICKS : 0;
  balls.work.tickX.set(balls.x);
  balls.work.tickY.set(balls.y);
  wake(balls);
}

/** Index of the ball nearest to a point, within `reach` px of it, or -1; balls held by another finger do not count. */
export function ballAt({ count, x, y, holds }: Balls, atX: number, atY: number, reach: number): number {
  let best = -1;
  let nearest = reach;
  for (let i = 0; i < count; i += 1) {
    const distance = hypot(x[i]! - atX, y[i]! - atY);
    if (distance < nearest && !holds.some(({ ball }) => ball === i)) {
      nearest = distance;
      best = i;
    }
  }
  return best;
}

/** Grabs ball `ball` with a finger that holds none. */
export function hold(balls: Balls, finger: number, ball: number, atX: number, atY: number): void {
  balls.holds.push({ finger, ball, x: 0, y: 0 });
  carry(balls, finger, atX, atY);
}

/** Moves a finger and the ball it holds. */
export function carry(balls: Balls, finger: number, atX: number, atY: number): void {
  const held = balls.holds.find((one) => one.finger === finger);
  if (!held) return;
  held.x = Math.min(Math.max(atX, RADIUS), balls.width - RADIUS);
  held.y = Math.min(Math.max(atY, RADIUS), balls.height - RADIUS);
  wake(balls);
}

/** Lets go; the ball flies on at the finger's speed in px per tick. */
export function release(balls: Balls, finger: number, speedX: number, speedY: number): void {
  const at = balls.holds.findIndex((one) => one.finger === finger);
  if (at < 0) return;
  const [{ ball }] = balls.holds.splice(at, 1) as [Hold];
  balls.vx[ball] = speedX;
  balls.vy[ball] = speedY;
  wake(balls);
}

/** Blows balls within `reach` px away from a point; at the center they leave at `speed` px per tick. */
export function burst(balls: Balls, atX: number, atY: number, reach: number, speed: number): void {
  const { count, x, y, vx, vy } = balls;
  for (let i = 0; i < count; i += 1) {
    const dx = x[i]! - atX;
    const dy = y[i]! - atY;
    const distance = hypot(dx, dy);
    if (distance >= reach) continue;
    const push = (speed * (1 - distance / reach)) / (distance || 1);
    vx[i]! += dx * push;
    vy[i]! += (distance === 0 ? -1 : dy) * push;
  }
  wake(balls);
}

/** Pushes all balls alike, as a nudge of the box does. */
export function nudge(balls: Balls, speedX: number, speedY: number): void {
  for (let i = 0; i < balls.count; i += 1) {
    balls.vx[i]! += speedX;
    balls.vy[i]! += speedY;
  }
  wake(balls);
}

/** Adds a random velocity of up to `speed` px per tick to every ball. */
export function scatter(balls: Balls, random: Random, speed: number): void {
  for (let i = 0; i < balls.count; i += 1) {
    const angle = random() * 2 * Math.PI;
    const push = speed * (0.4 + 0.6 * random());
    balls.vx[i]! += push * cos(angle);
    balls.vy[i]! += push * sin(angle);
  }
  wake(balls);
}

function limitSpeed(balls: Balls): void {
  const { count, vx, vy } = balls;
  let maxSquare = 0;
  for (let i = 0; i < count; i += 1) {
    const square = vx[i]! * vx[i]! + vy[i]! * vy[i]!;
    if (square > MAX_SPEED * MAX_SPEED) {
      const scale = MAX_SPEED / Math.sqrt(square);
      vx[i]! *= scale;
      vy[i]! *= scale;
      maxSquare = MAX_SPEED * MAX_SPEED;
    } else if (square > maxSquare) maxSquare = square;
  }
  balls.fastest = Math.sqrt(maxSquare);
}

/**
 * Position correction may add energy, which is removed from the velocities. If they have less than that, the pile is at rest
 * except for the drift of the correction, and the tick is undone.
 */
function keepEnergy(balls: Balls): void {
  const { count, x, y, vx, vy, work } = balls;
  const energy = energyOf(balls);
  const excess = energy - balls.energyBudget;
  if (excess <= 0) {
    balls.energyBudget = energy;
    return;
  }
  let kinetic = 0;
  for (let i = 0; i < count; i += 1) kinetic += 0.5 * (vx[i]! * vx[i]! + vy[i]! * vy[i]!);
  const scale = kinetic > excess ? Math.sqrt(1 - excess / kinetic) : 0;
  for (let i = 0; i < count; i += 1) {
    vx[i]! *= scale;
    vy[i]! *= scale;
  }
  if (scale > 0) return;
  x.set(work.tickX);
  y.set(work.tickY);
  // Their displacement since the neighbor list was made is measured before the next substep.
  work.maxDisplacement = Math.max(work.maxDisplacement, HALF_SKIN);
  balls.energyBudget = energyOf(balls);
}
