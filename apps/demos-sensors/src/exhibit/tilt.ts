import { cos, sin } from '@site/sim';

/** Standard gravity, m/s². */
const STANDARD_GRAVITY = 9.806_65;
/** m/s² without gravity: a deliberate shake. Walking stays below 8. */
const SHAKE = 15;
const SHAKE_PAUSE_MILLISECONDS = 600;
/** If no event with a value arrives in this time, motion is not live. */
export const LIVE_MILLISECONDS = 500;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

interface Vector {
  readonly x: number;
  readonly y: number;
}

/** Converts from the device's axes (y down) to those of the screen, which is rotated by `angle` degrees. */
export function rotateToScreen({ x, y }: Vector, angle: number): Vector {
  const along = cos(radians(angle));
  const across = sin(radians(angle));
  return { x: x * along + y * across, y: y * along - x * across };
}

/** Pull along the screen as a fraction of gravity, from the W3C's orientation angles; flat on a table it is zero. */
export function pullOfOrientation(beta: number, gamma: number, screenAngle: number): Vector {
  return rotateToScreen({ x: cos(radians(beta)) * sin(radians(gamma)), y: sin(radians(beta)) }, screenAngle);
}

/** The same from an accelerometer, which measures the reaction force, not gravity; iOS uses the opposite sign. */
export function pullOfAcceleration(x: number, y: number, screenAngle: number, isApple: boolean): Vector {
  const sign = isApple ? -1 : 1;
  const clamp = (share: number) => Math.min(1, Math.max(-1, share));
  return rotateToScreen({ x: clamp((-sign * x) / STANDARD_GRAVITY), y: clamp((sign * y) / STANDARD_GRAVITY) }, screenAngle);
}

export interface MotionListener {
  /** Pull along the screen as a fraction of gravity: 1 if that direction is straight down. `at` is the event's own time in ms. */
  pull(x: number, y: number, at: number): void;
  shake(): void;
  /** Called when the first event with a value arrives, or once if none has within LIVE_MILLISECONDS. */
  live(isLive: boolean): void;
}

/**
 * Listens to the motion sensors until the returned function is called. Silence after a live event means that the device is at rest,
 * because browsers send orientation only when it changes.
 */
export function watchMotion(window: Window, listener: MotionListener): () => void {
  const { userAgent, maxTouchPoints } = window.navigator;
  // An iPad identifies as a Macintosh, but no Macintosh has a touch screen.
  const isApple = /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  const angle = () => window.screen.orientation?.angle ?? 0;
  let hasOrientation = false;
  let isLive = false;
  let lastShake = -Infinity;

  function report({ x, y }: Vector, at: number): void {
    listener.pull(x, y, at);
    if (!isLive) listener.live(true);
    isLive = true;
  }
  function onOrientation({ beta, gamma, timeStamp }: DeviceOrientationEvent): void {
    if (typeof beta !== 'number' || typeof gamma !== 'number') return;
    hasOrientation = true;
    report(pullOfOrientation(beta, gamma, angle()), timeStamp);
  }
  function onMotion({ acceleration, accelerationIncludingGravity: felt, timeStamp }: DeviceMotionEvent): void {
    if (!hasOrientation && typeof felt?.x === 'number' && typeof felt.y === 'number') {
      report(pullOfAcceleration(felt.x, felt.y, angle(), isApple), timeStamp);
    }
    const magnitude = Math.hypot(acceleration?.x ?? 0, acceleration?.y ?? 0, acceleration?.z ?? 0);
    if (magnitude > SHAKE && timeStamp - lastShake > SHAKE_PAUSE_MILLISECONDS) {
      lastShake = timeStamp;
      listener.shake();
    }
  }
  const check = window.setTimeout(() => {
    if (!isLive) listener.live(false);
  }, LIVE_MILLISECONDS);
  window.addEventListener('deviceorientation', onOrientation);
  window.addEventListener('devicemotion', onMotion);
  return () => {
    window.clearTimeout(check);
    window.removeEventListener('deviceorientation', onOrientation);
    window.removeEventListener('devicemotion', onMotion);
  };
}
