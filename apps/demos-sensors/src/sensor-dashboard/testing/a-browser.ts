import { give } from './give.ts';

export const REFUSED = new DOMException('no', 'NotAllowedError');

export function aTrack() {
  return Object.assign(new EventTarget(), { stop: jest.fn() });
}

interface World {
  sound?: { state: AudioContextState };
  source?: () => { connect(): void };
  motion?: () => Promise<PermissionState>;
  media?: (constraints: MediaStreamConstraints) => Promise<unknown>;
  watch?: (found: PositionCallback, failed: PositionErrorCallback, options: PositionOptions) => number;
}

/** A browser that has everything and refuses everything, except what the test overrides. */
export function aBrowser({
  motion = async () => 'denied',
  media = async () => Promise.reject(REFUSED),
  watch,
  sound = { state: 'running' },
  source = () => ({ connect: () => {} }),
}: World = {}) {
  const calls: string[] = [];
  const clearWatch = jest.fn();
  const closed = jest.fn();
  const record = (call: string) => calls.push(call);
  give(window, 'DeviceMotionEvent', { requestPermission: () => (record('motion'), motion()) });
  give(window, 'DeviceOrientationEvent', {});
  give(window.navigator, 'mediaDevices', {
    getUserMedia: (constraints: MediaStreamConstraints) => (record(constraints.video ? 'camera' : 'audio'), media(constraints)),
  });
  give(
    window,
    'AudioContext',
    class {
      get state() {
        return sound.state;
      }
      readonly sampleRate = 48_000;
      createAnalyser = () => ({
        frequencyBinCount: 128,
        fftSize: 0,
        getByteFrequencyData: (bins: Uint8Array) => bins.fill(51),
        getFloatTimeDomainData: (samples: Float32Array) => samples.fill(0.1),
      });
      createMediaStreamSource = source;
      resume = async () => {};
      close = closed;
    },
  );
  give(window.navigator, 'geolocation', {
    watchPosition: (found: PositionCallback, failed: PositionErrorCallback, options: PositionOptions) => {
      record('location');
      if (watch) return watch(found, failed, options);
      failed({ code: 1 } as GeolocationPositionError);
      return 7;
    },
    clearWatch,
  });
  return { calls, clearWatch, closed };
}
