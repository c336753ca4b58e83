import type { Random } from '@site/sim';

/** Stated: exactly this many balls, of this diameter in px. */
export const BALL_COUNT = 333;
export const DIAMETER = 15;
export const RADIUS = DIAMETER / 2;
/** Stated: share of the approach speed that two balls, or a ball and a wall, keep after a bounce. */
export const COLLISION_DAMPING = 0.9;
export const WALL_DAMPING = 0.8;
/** Stated, px per tick squared; a tick is 1/60 s. */
export const GRAVITY = 0.2;

/** Slices of one tick. Fewer: deep piles are soft; more: cost grows in proportion. Doubled while a ball crosses a radius a slice. */
const SUBSTEPS = 8;
/** px per tick: 16 slices of one radius, so that nothing passes through anything. */
const MAX_SPEED = 16 * RADIUS;
/** Balls nearer than this are listed as possible partners; the list holds until a ball has moved half of the gap. */
const PARTNER_REACH = 3 * RADIUS;
const MAX_TRAVEL = (PARTNER_REACH - DIAMETER) / 2;
/** A disc has at most 16 others' centres within three radii (hexagonal packing has 6 + 6); each pair is listed once. */
const PARTNERS_PER_BALL = 10;
/** Approach below this (px per tick) does not bounce: resting contacts would tremble for ever. */
const RESTING_SPEED = 0.02 * RADIUS;
/** A pile whose fastest ball moves less than this (px per tick) for a second falls asleep. */
const SLEEP_SPEED = 0.002 * RADIUS;
const SLEEP_TICKS = 60;
/** Pull of the pointer: share of the distance that a held ball covers in a tick. */
const HOLD_STRENGTH = 0.5;
/** Balls times rounds of the push that follows a resize, at most: some 15 ms. */
const MOST_RELAXED = 50_000;
/** px: a crowd that closing walls leave deeper than this must rise, which takes energy; 333 balls come apart without. */
const PRESSED_OVERLAP = 2;
const PRESSED_TICKS = 120;
/** Vogel's sunflower spiral (1979): angle between neighbours, and px per root of the index; below 9.2 its seeds would touch. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const SUNFLOWER_SPACING = 9.6;

/** Everything there is to know about the tray; changed in place by `step` and by the inputs below. Units: px, ticks, y down. */
export interface Balls {
  readonly count: number;
  width: number;
  height: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  gravityX: number;
  gravityY: number;
  /** Index of the ball in the visitor's hand, -1 for none, and where the hand is. */
  held: number;
  holdX: number;
  holdY: number;
  ticks: number;
  quietTicks: number;
  asleep: boolean;
  fastest: number;
  /** Most energy (per unit of mass) that the balls may have until the next input. */
  energyBudget: number;
  /** Ticks for which walls that closed in may still press energy into the pile. */
  pressedTicks: number;
  readonly work: Workspace;
}

/** Scratch space of the solver: positions before the slice and before the tick, the cell grid, the partner list. */
interface Workspace {
  readonly lastX: Float64Array;
  readonly lastY: Float64Array;
  readonly tickX: Float64Array;
  readonly tickY: Float64Array;
  readonly cell: Int32Array;
  readonly sorted: Int32Array;
  cellStart: Int32Array;
  columns: number;
  rows: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly approach: Float64Array;
  pairs: number;
  /** Farthest that any ball has gone since the list was made, measured against the drift of all. */
  travel: number;
  driftX: number;
  driftY: number;
}

/** Balls in a sunflower disc in the middle of the tray, with a breath of seeded motion: the still that everything starts from. */
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
    held: -1,
    holdX: 0,
    holdY: 0,
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
      tickY: floats(),
      cell: new Int32Array(count),
      sorted: new Int32Array(count),
      cellStart: new Int32Array(0),
      columns: 0,
      rows: 0,
      first: new Int32Array(count * PARTNERS_PER_BALL),
      second: new Int32Array(count * PARTNERS_PER_BALL),
      approach: new Float64Array(count * PARTNERS_PER_BALL),
      pairs: 0,
      travel: Infinity,
      driftX: 0,
      driftY: 0,
    },
  };
  for (let i = 0; i < count; i += 1) {
    const reach = SUNFLOWER_SPACING * Math.sqrt(i + 0.5);
    balls.x[i] = width / 2 + reach * Math.cos(i * GOLDEN_ANGLE);
    balls.y[i] = height / 2 + reach * Math.sin(i * GOLDEN_ANGLE);
    balls.vx[i] = (random() - 0.5) * 0.8;
    balls.vy[i] = (random() - 0.5) * 0.8;
  }
  sizeGrid(balls);
  relax(balls);
  balls.work.tickX.set(balls.x);
  balls.work.tickY.set(balls.y);
  return balls;
}

/** Kinetic plus potential energy per unit of mass, px squared per tick squared; zero is a ball at rest in the top left corner. */
export function energyOf({ count, x, y, vx, vy, gravityX, gravityY }: Balls): number {
  let energy = 0;
  for (let i = 0; i < count; i += 1) {
    energy += 0.5 * (vx[i]! * vx[i]! + vy[i]! * vy[i]!) - gravityX * x[i]! - gravityY * y[i]!;
  }
  return energy;
}

/** Deepest overlap of two balls, in px. */
export function deepestOverlap(balls: Balls): number {
  const { x, y, work } = balls;
  findPartners(balls);
  let nearest = DIAMETER;
  for (let p = 0; p < work.pairs; p += 1) {
    const i = work.first[p]!;
    const j = work.second[p]!;
    nearest = Math.min(nearest, Math.hypot(x[j]! - x[i]!, y[j]! - y[i]!));
  }
  return DIAMETER - nearest;
}

/** Advances the tray by one tick of 1/60 s. A sleeping tray costs nothing. */
export function step(balls: Balls): void {
  balls.ticks += 1;
  if (balls.asleep) return;
  if (balls.held >= 0 || balls.pressedTicks > 0) balls.energyBudget = Infinity;
  balls.pressedTicks = Math.max(0, balls.pressedTicks - 1);
  limitSpeed(balls);
  balls.work.tickX.set(balls.x);
  balls.work.tickY.set(balls.y);
  const slices = balls.fastest > SUBSTEPS * RADIUS ? 2 * SUBSTEPS : SUBSTEPS;
  for (let slice = 0; slice < slices; slice += 1) substep(balls, 1 / slices);
  keepEnergy(balls);
  limitSpeed(balls);
  balls.quietTicks = balls.fastest < SLEEP_SPEED && balls.held < 0 ? balls.quietTicks + 1 : 0;
  if (balls.quietTicks >= SLEEP_TICKS) fallAsleep(balls);
}

function fallAsleep(balls: Balls): void {
  balls.vx.fill(0);
  balls.vy.fill(0);
  balls.fastest = 0;
  balls.asleep = true;
}

/** Every input calls this: sleepers wake, and the energy that the input brought may stay. */
function wake(balls: Balls): void {
  balls.asleep = false;
  balls.quietTicks = 0;
  balls.energyBudget = Infinity;
}

/** Tilts the tray; a change too small to see wakes nobody. */
export function setGravity(balls: Balls, gravityX: number, gravityY: number): void {
  if (Math.hypot(gravityX - balls.gravityX, gravityY - balls.gravityY) < 0.02 * GRAVITY) return;
  balls.gravityX = gravityX;
  balls.gravityY = gravityY;
  wake(balls);
}

/** Moves the walls. Balls of a tray that shrinks move with them and are pushed apart, so all stay inside. */
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

/** Index of the ball nearest to a point, within `reach` px of it, or -1. */
export function ballAt({ count, x, y }: Balls, atX: number, atY: number, reach: number): number {
  let best = -1;
  let least = reach;
  for (let i = 0; i < count; i += 1) {
    const distance = Math.hypot(x[i]! - atX, y[i]! - atY);
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return best;
}

/** Takes ball `ball` in hand, or moves the hand. */
export function hold(balls: Balls, ball: number, atX: number, atY: number): void {
  balls.held = ball;
  balls.holdX = Math.min(Math.max(atX, RADIUS), balls.width - RADIUS);
  balls.holdY = Math.min(Math.max(atY, RADIUS), balls.height - RADIUS);
  wake(balls);
}

/** Lets go; the ball flies on at the hand's speed in px per tick. */
export function release(balls: Balls, speedX: number, speedY: number): void {
  if (balls.held < 0) return;
  balls.vx[balls.held] = speedX;
  balls.vy[balls.held] = speedY;
  balls.held = -1;
  wake(balls);
}

/** Blows the balls within `reach` px away from a point; those in the middle leave at `speed` px per tick. */
export function burst(balls: Balls, atX: number, atY: number, reach: number, speed: number): void {
  const { count, x, y, vx, vy } = balls;
  for (let i = 0; i < count; i += 1) {
    const dx = x[i]! - atX;
    const dy = y[i]! - atY;
    const distance = Math.hypot(dx, dy);
    if (distance >= reach) continue;
    const push = (speed * (1 - distance / reach)) / (distance || 1);
    vx[i]! += dx * push;
    vy[i]! += (distance === 0 ? -1 : dy) * push;
  }
  wake(balls);
}

/** Pushes all balls alike, as a nudge of the tray does. */
export function nudge(balls: Balls, speedX: number, speedY: number): void {
  for (let i = 0; i < balls.count; i += 1) {
    balls.vx[i]! += speedX;
    balls.vy[i]! += speedY;
  }
  wake(balls);
}

/** Sends every ball its own way at up to `speed` px per tick. */
export function scatter(balls: Balls, random: Random, speed: number): void {
  for (let i = 0; i < balls.count; i += 1) {
    const angle = random() * 2 * Math.PI;
    const push = speed * (0.4 + 0.6 * random());
    balls.vx[i]! += push * Math.cos(angle);
    balls.vy[i]! += push * Math.sin(angle);
  }
  wake(balls);
}

function limitSpeed(balls: Balls): void {
  const { count, vx, vy } = balls;
  let most = 0;
  for (let i = 0; i < count; i += 1) {
    const square = vx[i]! * vx[i]! + vy[i]! * vy[i]!;
    if (square > MAX_SPEED * MAX_SPEED) {
      const scale = MAX_SPEED / Math.sqrt(square);
      vx[i]! *= scale;
      vy[i]! *= scale;
      most = MAX_SPEED * MAX_SPEED;
    } else if (square > most) most = square;
  }
  balls.fastest = Math.sqrt(most);
}

/**
 * Projection moves balls without asking what that costs; what it gave too much is taken back from the motion. Where the
 * motion has not that much to give, the pile is at rest but for the projection's creep, and the tick is undone.
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
  work.travel = Infinity;
  balls.energyBudget = energyOf(balls);
}

/**
 * One slice of position-based dynamics (Müller and others 2007; small steps: Macklin and others 2019): move, push
 * overlaps apart, read the velocities from the positions, then give bounces back what damping leaves of their speed.
 */
function substep(balls: Balls, h: number): void {
  const { count, x, y, vx, vy, gravityX, gravityY, held, work } = balls;
  const { lastX, lastY } = work;
  if (work.travel > MAX_TRAVEL) findPartners(balls);
  if (held >= 0) {
    vx[held] = (balls.holdX - x[held]!) * HOLD_STRENGTH - gravityX * h;
    vy[held] = (balls.holdY - y[held]!) * HOLD_STRENGTH - gravityY * h;
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
  pushApart(balls);
  const still = 2 * Math.hypot(gravityX, gravityY) * h + RESTING_SPEED;
  readVelocities(balls, h, still);
  bounce(balls, still);
}

function pushApart({ x, y, vx, vy, work }: Balls): void {
  const { first, second, approach, pairs } = work;
  for (let p = 0; p < pairs; p += 1) {
    const i = first[p]!;
    const j = second[p]!;
    const dx = x[j]! - x[i]!;
    const dy = y[j]! - y[i]!;
    const square = dx * dx + dy * dy;
    if (square >= DIAMETER * DIAMETER) {
      approach[p] = 0;
      continue;
    }
    const distance = Math.sqrt(square) || 1e-6;
    approach[p] = ((vx[j]! - vx[i]!) * dx + (vy[j]! - vy[i]!) * dy) / distance;
    const share = (0.5 * (DIAMETER - distance)) / distance;
    x[i]! -= dx * share;
    y[i]! -= dy * share;
    x[j]! += dx * share;
    y[j]! += dy * share;
  }
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
  const { first, second, approach, pairs } = work;
  for (let p = 0; p < pairs; p += 1) {
    const met = approach[p]!;
    if (met === 0) continue;
    const i = first[p]!;
    const j = second[p]!;
    const dx = x[j]! - x[i]!;
    const dy = y[j]! - y[i]!;
    const distance = Math.sqrt(dx * dx + dy * dy) || 1e-6;
    const now = ((vx[j]! - vx[i]!) * dx + (vy[j]! - vy[i]!) * dy) / distance;
    const wanted = met < -still ? -COLLISION_DAMPING * met : Math.min(now, 0);
    const share = (0.5 * (wanted - now)) / distance;
    vx[i]! -= dx * share;
    vy[i]! -= dy * share;
    vx[j]! += dx * share;
    vy[j]! += dy * share;
  }
}

function sizeGrid({ width, height, work }: Balls): void {
  work.columns = Math.ceil(width / PARTNER_REACH) + 2;
  work.rows = Math.ceil(height / PARTNER_REACH) + 2;
  work.cellStart = new Int32Array(work.columns * work.rows + 2);
}

/** Counting sort into cells of one reach, then each ball with the rest of its row's three cells and those of the row above. */
function findPartners({ count, x, y, work }: Balls): void {
  const { cell, sorted, cellStart, columns, rows, first, second } = work;
  const perCell = 1 / PARTNER_REACH;
  const room = first.length;
  let pairs = 0;
  cellStart.fill(0);
  for (let i = 0; i < count; i += 1) {
    const column = Math.min(Math.max((x[i]! * perCell) | 0, 0), columns - 3);
    const row = Math.min(Math.max((y[i]! * perCell) | 0, 0), rows - 3);
    const at = column + 1 + (row + 1) * columns;
    cell[i] = at;
    cellStart[at + 1]! += 1;
  }
  for (let c = 1; c < cellStart.length; c += 1) cellStart[c]! += cellStart[c - 1]!;
  // After this loop cellStart[c + 1] is where cell c begins.
  for (let i = count - 1; i >= 0; i -= 1) sorted[(cellStart[cell[i]! + 1]! -= 1)] = i;
  for (let row = rows - 2; row >= 1; row -= 1) {
    for (let column = 1; column < columns - 1; column += 1) {
      const c = column + row * columns;
      const begin = cellStart[c + 1]!;
      const end = cellStart[c + 2]!;
      if (begin === end) continue;
      const rowEnd = cellStart[Math.min(c + 3, cellStart.length - 1)]!;
      const aboveBegin = cellStart[c - columns]!;
      const aboveEnd = cellStart[c - columns + 3]!;
      for (let a = begin; a < end; a += 1) {
        const i = sorted[a]!;
        const xi = x[i]!;
        const yi = y[i]!;
        for (let pass = 0; pass < 2; pass += 1) {
          const from = pass === 0 ? a + 1 : aboveBegin;
          const to = pass === 0 ? rowEnd : aboveEnd;
          for (let b = from; b < to; b += 1) {
            const j = sorted[b]!;
            const dx = x[j]! - xi;
            const dy = y[j]! - yi;
            if (dx * dx + dy * dy < PARTNER_REACH * PARTNER_REACH && pairs < room) {
              first[pairs] = i;
              second[pairs] = j;
              pairs += 1;
            }
          }
        }
      }
    }
  }
  work.pairs = pairs;
  work.travel = 0;
}

/**
 * Pushes overlaps apart without time passing, after balls were put somewhere; the walls have the last word. Answers the
 * deepest overlap left: a large crowd gets few rounds, so that no call takes long, and comes apart in the ticks after it.
 */
function relax(balls: Balls): number {
  const rounds = Math.min(Math.max(Math.round(MOST_RELAXED / balls.count), 4), 150);
  for (let round = 0; round < rounds; round += 1) {
    keepInside(balls);
    if (deepestOverlap(balls) < 0.05) break;
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
