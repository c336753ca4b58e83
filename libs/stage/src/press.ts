/** A press below both limits is a click (specification). */
const CLICK_MILLISECONDS = 200;
const CLICK_PX = 5;

const TICK_MILLISECONDS = 1000 / 60;
/** A throw is measured over this last part of a drag: a shorter part is jittery, a longer one includes earlier turns. */
const THROW_WINDOW_MILLISECONDS = 100;
/** More than the number of moves in that window at the throttled rate. */
const KEPT_MOVES = 20;

interface Sample {
  readonly x: number;
  readonly y: number;
  /** Milliseconds, any origin. */
  readonly at: number;
}

/** One press of a pointer, from down to up. */
export interface Press {
  readonly start: Sample;
  /** Maximum distance from the start so far, in px: moving back does not undo a drag. */
  farthest: number;
  /** The last moves, oldest first. */
  recent: Sample[];
}

export function beginPress(start: Sample): Press {
  return { start, farthest: 0, recent: [start] };
}

export function continuePress(press: Press, sample: Sample): void {
  press.farthest = Math.max(press.farthest, Math.hypot(sample.x - press.start.x, sample.y - press.start.y));
  press.recent = [...press.recent.slice(1 - KEPT_MOVES), sample];
}

/** Under 200 ms and under 5 px is a click; anything else is a drag. */
export function isClick({ start, farthest }: Press, endedAt: number): boolean {
  return endedAt - start.at < CLICK_MILLISECONDS && farthest < CLICK_PX;
}

/**
 * The velocity at the end of a drag, in px per tick; zero if the pointer rested before the release.
 * @param maxSpeed in px per tick
 */
export function throwVelocity(
  { recent }: Press,
  endedAt: number,
  maxSpeed: number,
): { readonly vx: number; readonly vy: number } {
  const last = recent.at(-1);
  if (!last || endedAt - last.at > THROW_WINDOW_MILLISECONDS) return { vx: 0, vy: 0 };
  // On a slow device the window may contain a single move; the speed then comes from that move and the previous one.
  const first = recent.find(({ at }) => endedAt - at <= THROW_WINDOW_MILLISECONDS && at < last.at) ?? recent.at(-2);
  if (!first || first.at === last.at) return { vx: 0, vy: 0 };
  const ticks = (last.at - first.at) / TICK_MILLISECONDS;
  const vx = (last.x - first.x) / ticks;
  const vy = (last.y - first.y) / ticks;
  const tooFast = Math.max(Math.hypot(vx, vy) / maxSpeed, 1);
  return { vx: vx / tooFast, vy: vy / tooFast };
}
