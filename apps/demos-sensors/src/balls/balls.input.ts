import { attachInput } from '../exhibit/input.ts';

/** What visitors can do to the balls; positions are CSS px in the exhibit's element, speeds CSS px per tick. */
export interface BallControls {
  /** Returns true if there was a ball to grab. Each finger can hold one. */
  grab(finger: number, x: number, y: number): boolean;
  drag(finger: number, x: number, y: number): void;
  throw(finger: number, speedX: number, speedY: number): void;
  burst(x: number, y: number): void;
  nudge(directionX: number, directionY: number): void;
  shake(): void;
  reset(): void;
}

/** A press this short that moves no further than this is a click, as for the site's bubbles. */
const CLICK_MILLISECONDS = 200;
const CLICK_PIXELS = 5;
/** The throw's speed is that of the pointer's last 80 ms. */
const THROW_MILLISECONDS = 80;
const TICK_MILLISECONDS = 1000 / 60;

interface Sample {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

interface Finger {
  readonly start: Sample;
  samples: readonly Sample[];
  readonly holds: boolean;
}

/** Speed over the latest samples, px per tick; a hand that rested before letting go does not throw. */
export function throwSpeed(samples: readonly Sample[], now: number): { readonly x: number; readonly y: number } {
  const recent = samples.filter(({ at }) => now - at <= THROW_MILLISECONDS);
  const first = recent[0];
  const last = recent.at(-1);
  if (!first || !last || last.at <= first.at) return { x: 0, y: 0 };
  const ticks = Math.max(last.at - first.at, TICK_MILLISECONDS) / TICK_MILLISECONDS;
  return { x: (last.x - first.x) / ticks, y: (last.y - first.y) / ticks };
}

/**
 * Connects the pointers and keys of the exhibit's element to the controls.
 * @returns a function that disconnects them
 */
export function attachBallControls(element: HTMLElement, controls: BallControls): () => void {
  const fingers = new Map<number, Finger>();

  function sample(event: PointerEvent): Sample {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top, at: event.timeStamp };
  }
  function down(event: PointerEvent): void {
    if (fingers.has(event.pointerId)) return;
    const start = sample(event);
    fingers.set(event.pointerId, { start, samples: [start], holds: controls.grab(event.pointerId, start.x, start.y) });
  }
  function move(event: PointerEvent): void {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const here = sample(event);
    finger.samples = [...finger.samples.slice(-20), here];
    if (finger.holds) controls.drag(event.pointerId, here.x, here.y);
  }
  function up(event: PointerEvent): void {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    fingers.delete(event.pointerId);
    const { start, samples, holds } = finger;
    const here = sample(event);
    const isClick = here.at - start.at <= CLICK_MILLISECONDS && Math.hypot(here.x - start.x, here.y - start.y) <= CLICK_PIXELS;
    const speed = throwSpeed(samples, here.at);
    if (holds) controls.throw(event.pointerId, isClick ? 0 : speed.x, isClick ? 0 : speed.y);
    if (isClick && event.type === 'pointerup') controls.burst(here.x, here.y);
  }
  function key(name: string): boolean {
    if (name === ' ' || name === 'Enter') controls.burst(element.clientWidth / 2, element.clientHeight);
    else if (name.toLowerCase() === 's') controls.shake();
    else if (name.toLowerCase() === 'r') controls.reset();
    else return false;
    return true;
  }

  return attachInput(element, { down, move, up, arrow: (x, y) => controls.nudge(x, y), key });
}
