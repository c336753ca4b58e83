import { numberOrNull, type SensorListener, type Stop } from './sensor-listener.ts';

const WATCH_OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 };
const REFUSED = 1;
const TIMEOUT = 3;

export const hasLocation = (window: Window): boolean => Boolean(window.navigator.geolocation);

/** `onSettled` is called after every position and every failure; a position may arrive after an earlier timeout. */
export function watchLocation(window: Window, listener: SensorListener, onSettled: () => void): Stop {
  const { geolocation } = window.navigator;
  const watch = geolocation.watchPosition(
    ({ coords }) => {
      const { latitude, longitude, accuracy, altitude, speed, heading } = coords;
      const values = [latitude, longitude, accuracy, altitude, speed, heading].map(numberOrNull);
      listener.report('location', { permission: 'allowed' });
      listener.sample('location', window.performance.now(), values);
      onSettled();
    },
    ({ code }) => {
      if (code === REFUSED) listener.report('location', { permission: 'refused', hasValue: false, reason: undefined });
      else if (listener.isLive('location')) {
        // The next position removes this sentence.
        listener.report('location', { reason: 'There is no newer position right now; this is the last one.' });
      } else {
        const reason = code === TIMEOUT ? 'No position within 10 seconds; still looking.' : undefined;
        listener.report('location', { permission: 'allowed', hasValue: false, isMissing: true, reason });
      }
      onSettled();
    },
    WATCH_OPTIONS,
  );
  return () => geolocation.clearWatch(watch);
}
