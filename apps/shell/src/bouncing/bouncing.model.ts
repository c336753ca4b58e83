const TICKS_PER_SECOND = 60;
/** Squash and stretch after a wall hit last four seconds (specification). */
export const WOBBLE_TICKS = 240;

/** Swings per second while wobbling: faster looks nervous, slower looks like breathing. */
const WOBBLE_HERTZ = 1.5;

/** How far a gentle touch squashes, as a share of the diameter; a hard throw may double it. */
const GENTLE_SQUASH = 0.08;
const HARD_SQUASH = 0.16;
/** Impact speed, in px per tick, at and above which the squash is strongest. */
const HARD_IMPACT = 20;

/** Speed in px per tick that a thrown circle slows down to; faster keeps the eye from resting. */
const CALM_SPEED = 0.6;
/** Share of its speed that a circle above CALM_SPEED keeps per tick: a throw of 20 slows to that speed in about 6 seconds. */
const GLIDE = 0.99;

/**
 * How near two circles that meet come, as a share of the sum of their radii: their edges mix, their labels stay apart. A label is up to
 * seven tenths of its circle wide.
 */
const MEETING_DISTANCE = 0.75;
/** Px per tick by which circles that are nearer than that, because a visitor dragged one there, move apart. */
const PARTING_SPEED = 3;

/** Px per tick. A circle that a meeting has made slower gets back to it: circles share their speed when they meet, and throws end. */
const DRIFT_SPEED = 0.35;
/** Growth of a lower speed per tick: half of DRIFT_SPEED becomes DRIFT_SPEED in about a second. */
const PICK_UP = 1.01;

/** One circle; lengths in px, y down, velocities in px per 60 Hz tick. `x` and `y` are its center. */
export interface Circle {
  x: number;
  y: number;
  vx: number;
  vy: number;
  radius: number;
  /** True while a visitor holds it: it neither moves by itself nor hits walls. */
  held: boolean;
  /** Ticks of wobble that are left. */
  wobble: number;
  /** The axis perpendicular to the wall that was hit last. */
  across: 'x' | 'y';
  /** Speed of that hit. */
  impact: number;
}

export interface Walls {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Room {
  walls: Walls;
  circles: Circle[];
}

export type Start = Pick<Circle, 'x' | 'y' | 'vx' | 'vy' | 'radius'>;

export function create(walls: Walls, starts: readonly Start[]): Room {
  return { walls, circles: starts.map((start) => ({ ...start, held: false, wobble: 0, across: 'x', impact: 0 })) };
}

/** The nearest place for a center; in a room narrower than the circle, its middle. */
function within(center: number, radius: number, low: number, high: number): number {
  if (high - low < 2 * radius) return (low + high) / 2;
  return Math.min(Math.max(center, low + radius), high - radius);
}

/** Moves a circle to a position, or to the nearest one inside the walls. */
export function place({ walls }: Room, circle: Circle, x: number, y: number): void {
  circle.x = within(x, circle.radius, walls.left, walls.right);
  circle.y = within(y, circle.radius, walls.top, walls.bottom);
}

function hit(circle: Circle, across: 'x' | 'y', speed: number): void {
  circle.wobble = WOBBLE_TICKS;
  circle.across = across;
  circle.impact = Math.abs(speed);
}

function glide(circle: Circle): void {
  if (Math.hypot(circle.vx, circle.vy) <= CALM_SPEED) return;
  circle.vx *= GLIDE;
  circle.vy *= GLIDE;
}

/** One axis of one tick. A circle that starts beyond a wall comes in at its own speed instead of jumping. */
function travel(circle: Circle, axis: 'x' | 'y', low: number, high: number): void {
  const velocity = axis === 'x' ? 'vx' : 'vy';
  const before = circle[axis];
  const speed = circle[velocity];
  if (low > high) {
    circle[axis] = (low + high) / 2;
    return;
  }
  circle[axis] = Math.min(Math.max(before + speed, Math.min(before, low)), Math.max(before, high));
  const leaves = (before + speed < low && speed < 0) || (before + speed > high && speed > 0);
  if (!leaves) return;
  circle[velocity] = -speed;
  hit(circle, axis, speed);
}

/** Advances by one 60 Hz tick. */
export function step(room: Room): void {
  for (const circle of room.circles) {
    if (circle.wobble > 0) circle.wobble -= 1;
    if (circle.held) continue;
    const { left, top, right, bottom } = room.walls;
    travel(circle, 'x', left + circle.radius, right - circle.radius);
    travel(circle, 'y', top + circle.radius, bottom - circle.radius);
    glide(circle);
  }
}

/** Lets two circles meet: like balls as heavy as their area, except that nothing moves one that a visitor holds. */
function meet(room: Room, one: Circle, other: Circle): void {
  const [x, y] = [other.x - one.x, other.y - one.y];
  const distance = Math.hypot(x, y);
  const overlap = MEETING_DISTANCE * (one.radius + other.radius) - distance;
  if (overlap <= 0 || (one.held && other.held)) return;
  const [nx, ny] = distance > 0 ? [x / distance, y / distance] : [1, 0];
  const approach = (circle: Circle, sign: number) => (circle.held ? 0 : sign * (circle.vx * nx + circle.vy * ny));
  const speed = approach(one, 1) + approach(other, -1);
  const [mass, otherMass] = [one.radius ** 2, other.radius ** 2];
  for (const [circle, sign, opposite] of [
    [one, -1, otherMass],
    [other, 1, mass],
  ] as const) {
    if (circle.held) continue;
    const share = sign * (one.held || other.held ? 1 : opposite / (mass + otherMass));
    if (speed > 0) {
      circle.vx += 2 * share * speed * nx;
      circle.vy += 2 * share * speed * ny;
      hit(circle, Math.abs(nx) > Math.abs(ny) ? 'x' : 'y', speed);
    }
    const move = share * Math.min(overlap, PARTING_SPEED);
    place(room, circle, circle.x + move * nx, circle.y + move * ny);
  }
}

/** Lets all circles of the room meet; without it they pass through one another. */
export function meetAll(room: Room): void {
  room.circles.forEach((one, index) => {
    for (const other of room.circles.slice(index + 1)) meet(room, one, other);
    if (Math.hypot(one.vx, one.vy) >= DRIFT_SPEED) return;
    one.vx *= PICK_UP;
    one.vy *= PICK_UP;
  });
}

/** A circle's scale in `x` and `y`; its area stays the same. */
export function shapeOf({ wobble, across, impact }: Circle): { readonly x: number; readonly y: number } {
  if (wobble === 0) return { x: 1, y: 1 };
  const elapsed = WOBBLE_TICKS - wobble;
  const hardest = GENTLE_SQUASH + (HARD_SQUASH - GENTLE_SQUASH) * Math.min(impact / HARD_IMPACT, 1);
  const swing = Math.sin((2 * Math.PI * WOBBLE_HERTZ * elapsed) / TICKS_PER_SECOND) * (wobble / WOBBLE_TICKS) ** 2;
  const along = 1 - hardest * swing;
  return across === 'x' ? { x: along, y: 1 / along } : { x: 1 / along, y: along };
}

/** Changes the size of the room and the radii of its circles, which keep their relative positions. */
export function resize(room: Room, walls: Walls, radii: readonly number[]): void {
  const old = room.walls;
  const spread = (value: number, low: number, high: number, newLow: number, newHigh: number) =>
    high > low ? newLow + ((value - low) / (high - low)) * (newHigh - newLow) : newLow;
  room.walls = walls;
  room.circles.forEach((circle, index) => {
    circle.radius = radii[index] ?? circle.radius;
    place(
      room,
      circle,
      spread(circle.x, old.left, old.right, walls.left, walls.right),
      spread(circle.y, old.top, old.bottom, walls.top, walls.bottom),
    );
  });
}
