import type { SensorListener, Stop } from './sensor-listener.ts';

interface LightSensor extends EventTarget {
  readonly illuminance: number;
  start(): void;
  stop(): void;
}

/** The DOM types lack AmbientLightSensor; Chromium has it behind a flag. */
const sensorOf = (window: Window) => (window as { AmbientLightSensor?: new () => LightSensor }).AmbientLightSensor;

export const hasLightSensor = (window: Window): boolean => typeof sensorOf(window) === 'function';

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}

export function listenToBrightness(window: Window, listener: SensorListener): Stop {
  const Sensor = sensorOf(window);
  if (!Sensor) return () => {};
  const fail = (error: unknown) => {
    const isRefused = ['NotAllowedError', 'SecurityError'].includes(nameOf(error));
    listener.report('brightness', { hasValue: false, isMissing: true, permission: isRefused ? 'refused' : 'allowed' });
  };
  try {
    const sensor = new Sensor();
    const onReading = () => listener.sample('brightness', window.performance.now(), [sensor.illuminance]);
    const onError = (event: Event) => fail((event as Event & { readonly error?: unknown }).error);
    sensor.addEventListener('reading', onReading);
    sensor.addEventListener('error', onError);
    sensor.start();
    return () => {
      sensor.removeEventListener('reading', onReading);
      sensor.removeEventListener('error', onError);
      sensor.stop();
    };
  } catch (error) {
    fail(error);
    return () => {};
  }
}
