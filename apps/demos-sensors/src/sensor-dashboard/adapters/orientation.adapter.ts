import { headingOf, matrixOf } from '../measures/attitude.ts';
import { hasAny, numberOrNull, type SensorListener, type Stop } from './sensor-listener.ts';

/** Safari's own fields: degrees from north, and how far off they may be; -1 where the compass needs calibration. */
interface AppleHeading {
  readonly webkitCompassHeading?: number;
  readonly webkitCompassAccuracy?: number;
}

/** The device's pose, and its heading where the browser knows north. */
export function listenToOrientation(window: Window, listener: SensorListener): Stop {
  const screenAngle = () => window.screen.orientation?.angle ?? 0;
  function onOrientation(event: DeviceOrientationEvent & AppleHeading): void {
    const values = [numberOrNull(event.alpha), numberOrNull(event.beta), numberOrNull(event.gamma)];
    if (hasAny(values)) listener.sample('orientation', event.timeStamp, values);
    const heading = numberOrNull(event.webkitCompassHeading);
    const accuracy = numberOrNull(event.webkitCompassAccuracy);
    // Accuracy -1 means no heading: iOS then measures from the direction at wake-up.
    if (heading !== null && heading >= 0 && (accuracy ?? 0) >= 0) {
      listener.sample('compass', event.timeStamp, [(heading + screenAngle()) % 360, accuracy]);
    }
  }
  function onAbsolute({ alpha, beta, gamma, absolute, timeStamp }: DeviceOrientationEvent): void {
    if (!absolute || typeof alpha !== 'number') return;
    listener.sample('compass', timeStamp, [headingOf(matrixOf(alpha, beta ?? 0, gamma ?? 0), screenAngle()), null]);
  }
  window.addEventListener('deviceorientation', onOrientation);
  window.addEventListener('deviceorientationabsolute', onAbsolute);
  return () => {
    window.removeEventListener('deviceorientation', onOrientation);
    window.removeEventListener('deviceorientationabsolute', onAbsolute);
  };
}
