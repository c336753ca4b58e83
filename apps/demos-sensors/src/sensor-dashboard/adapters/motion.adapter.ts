import { hasAny, numberOrNull, type SensorListener, type Stop } from './sensor-listener.ts';
import type { Values } from '../measures/signals.ts';

interface Asks {
  requestPermission?: () => Promise<PermissionState>;
}

interface MotionWindow {
  DeviceMotionEvent?: Asks;
  DeviceOrientationEvent?: Asks;
}

// The DOM types do not know requestPermission, nor that a browser may lack the events.
const motionOf = (window: Window) => window as unknown as MotionWindow;

export const hasMotionEvents = (window: Window): boolean => Boolean(motionOf(window).DeviceMotionEvent);
export const hasOrientationEvents = (window: Window): boolean => Boolean(motionOf(window).DeviceOrientationEvent);
export const mustAskForMotion = (window: Window): boolean => Boolean(motionOf(window).DeviceMotionEvent?.requestPermission);

function vector(source: { x?: unknown; y?: unknown; z?: unknown } | null): Values {
  return [numberOrNull(source?.x), numberOrNull(source?.y), numberOrNull(source?.z)];
}

/** Accelerometer (with gravity, as the sensor feels it; without, where a browser has only that) and gyroscope. */
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

/**
 * Asks for the motion sensors; call it in the tap itself, before anything is awaited, for browsers ask only then. Where
 * nobody has to ask, the answer is 'granted'; a browser that could not ask just now answers 'prompt'.
 */
export async function askForMotion(window: Window): Promise<PermissionState> {
  const { DeviceMotionEvent: motion, DeviceOrientationEvent: orientation } = motionOf(window);
  const asked = [motion, orientation].map(async (events) => events?.requestPermission?.() ?? 'granted');
  const answers = await Promise.allSettled(asked);
  if (answers.some((answer) => answer.status === 'fulfilled' && answer.value === 'denied')) return 'denied';
  return answers.some((answer) => answer.status === 'rejected') ? 'prompt' : 'granted';
}
