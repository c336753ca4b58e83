import { motionEventsOf } from '../../ask-for-motion.ts';
import { hasAny, numberOrNull, type SensorListener, type Stop } from './sensor-listener.ts';
import type { Values } from '../measures/signals.ts';

export const hasMotionEvents = (window: Window): boolean => Boolean(motionEventsOf(window).DeviceMotionEvent);
export const hasOrientationEvents = (window: Window): boolean => Boolean(motionEventsOf(window).DeviceOrientationEvent);

function vector(source: { x?: unknown; y?: unknown; z?: unknown } | null): Values {
  return [numberOrNull(source?.x), numberOrNull(source?.y), numberOrNull(source?.z)];
}

/** Accelerometer (with gravity, as measured, or without it where a browser reports nothing else) and gyroscope. */
export function listenToMotion(window: Window, listener: SensorListener): Stop {
  function onMotion({ accelerationIncludingGravity, acceleration, rotationRate: turn, timeStamp }: DeviceMotionEvent): void {
    const felt = vector(accelerationIncludingGravity);
    const values = hasAny(felt) ? felt : vector(acceleration);
    if (hasAny(values)) listener.sample('accelerometer', timeStamp, values);
    const turns = [numberOrNull(turn?.alpha), numberOrNull(turn?.beta), numberOrNull(turn?.gamma)];
    if (hasAny(turns)) listener.sample('gyroscope', timeStamp, turns);
  }
  window.addEventListener('devicemotion', onMotion);
  return () => window.removeEventListener('devicemotion', onMotion);
}
