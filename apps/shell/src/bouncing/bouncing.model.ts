/** Milliseconds of squash and stretch after a wall hit (specification). */
const WOBBLE_MILLISECONDS = 4000;
const TICKS_PER_SECOND = 60;
export const WOBBLE_TICKS = (WOBBLE_MILLISECONDS / 1000) * TICKS_PER_SECOND;

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
