import { numberOrNull, type SensorListener, type Stop } from './sensor-listener.ts';

/** Only Firefox for Android ever sent `deviceproximity`, until 2020. If a browser brings it back, the card works again. */
export const hasProximity = (window: Window): boolean => 'ondeviceproximity' in window;

export function listenToProximity(window: Window, listener: SensorListener): Stop {
  const onProximity = (event: Event & { readonly value?: unknown }) => {
    const centimeters = numberOrNull(event.value);
    if (centimeters !== null) listener.sample('proximity', event.timeStamp, [centimeters]);
  };
  window.addEventListener('deviceproximity', onProximity);
  return () => window.removeEventListener('deviceproximity', onProximity);
}
