import { askForMotion } from '../ask-for-motion.ts';
import { askForCamera } from './adapters/camera.adapter.ts';
import type { SensorStore } from './sensor-store.ts';
import { LIVE_MILLISECONDS } from './card-state.ts';
import { watchLocation } from './adapters/location.adapter.ts';
import { permissionOf, type Stop } from './adapters/sensor-listener.ts';
import type { SignalId } from './measures/signals.ts';
import { openMicrophone, type Microphone } from './adapters/sound.adapter.ts';

export type Permission = 'motion' | 'audio' | 'camera' | 'location';
type Grant = 'not asked yet' | 'asking' | 'allowed' | 'refused' | 'not available' | 'not supported';

export type Grants = Readonly<Record<Permission, Grant>>;

interface RequesterOptions {
  readonly supported: Readonly<Record<Permission, boolean>>;
  keep(sensor: SignalId, stop: Stop): void;
  startMotion(): void;
  changed(): void;
  /** False once the visitor has left the page; a sensor granted later is released at once. */
  isWanted(): boolean;
}

export interface PermissionRequester {
  grants(): Grants;
  microphone(): Microphone | undefined;
  /** Motion first, because browsers allow it only in a tap handler; then audio, camera, location, even after a refusal. */
  askForAll(): Promise<void>;
  askForMotion(): Promise<void>;
  askForAudio(): Promise<void>;
  askForLocation(): void;
  /** The browser no longer gives this sensor's values: the visitor has changed the site's settings. */
  withdraw(signal: SignalId): void;
  /** The browser gives this sensor's values again, or asks for them. */
  restore(signal: SignalId): void;
  /** Pending requests are ignored from now on. */
  forget(): void;
}

const MOTION: readonly SignalId[] = ['accelerometer', 'gyroscope', 'orientation', 'compass'];
/** The permission that each sensor's browser permission decides. */
const PERMISSION_OF: Partial<Record<SignalId, Permission>> = { accelerometer: 'motion', sound: 'audio', location: 'location' };

const nameOf = (error: unknown) => (error instanceof Error || error instanceof DOMException ? error.name : '');
const isRefusal = (error: unknown) => ['NotAllowedError', 'SecurityError'].includes(nameOf(error));

export function createPermissionRequester(
  window: Window & typeof globalThis,
  store: SensorStore,
  { supported, keep, startMotion, changed, isWanted }: RequesterOptions,
): PermissionRequester {
  const grants: Record<Permission, Grant> = {
    motion: 'not asked yet',
    audio: 'not asked yet',
    camera: 'not asked yet',
    location: 'not asked yet',
  };
  let microphone: Microphone | undefined;
  /** Incremented by every stop; a sensor granted to an older round is released. */
  let round = 0;

  function setGrant(permission: Permission, grant: Grant): void {
    grants[permission] = grant;
    changed();
  }
  /** Shows that a permission is being requested; returns false if the browser does not support it. */
  function begin(permission: Permission): boolean {
    setGrant(permission, supported[permission] ? 'asking' : 'not supported');
    return supported[permission];
  }
  const isMotionLive = () => MOTION.some((signal) => store.isLive(signal));
  function settleMotion(): void {
    if (grants.motion === 'asking') setGrant('motion', isMotionLive() ? 'allowed' : 'not available');
  }

  async function motion(): Promise<void> {
    if (!begin('motion')) return;
    const own = round;
    const state = await askForMotion(window);
    if (own !== round || !isWanted()) return;
    if (state === 'denied') {
      for (const signal of MOTION) store.report(signal, { permission: 'refused', hasValue: false, reason: undefined });
      setGrant('motion', 'refused');
      return;
    }
    if (state === 'granted') for (const signal of MOTION) store.report(signal, { permission: 'allowed' });
    startMotion();
    changed();
    // Slightly longer than the store's timeout, so that cards and footer agree.
    window.setTimeout(settleMotion, LIVE_MILLISECONDS + 50);
  }

  async function audio(): Promise<void> {
    if (!begin('audio')) return;
    const own = round;
    try {
      const opened = await openMicrophone(window, store);
      if (own !== round || !isWanted()) {
        opened.stop();
        return;
      }
      // Before `microphone` is set, because this stops the previous one, which clears it.
      keep('sound', () => {
        opened.stop();
        microphone = undefined;
      });
      microphone = opened;
      store.report('sound', { permission: 'allowed', isMissing: false, reason: undefined });
      setGrant('audio', 'allowed');
    } catch (error) {
      if (own !== round) return;
      if (isRefusal(error)) {
        const status = await permissionOf(window, 'microphone');
        const wasClosed = status?.state === 'prompt';
        store.report('sound', {
          permission: wasClosed ? 'ask' : 'refused',
          hasValue: false,
          reason: wasClosed ? 'The prompt was closed without an answer.' : undefined,
        });
        setGrant('audio', 'refused');
      } else {
        const isBusy = nameOf(error) === 'NotReadableError';
        const reason = isBusy ? 'The microphone is in use elsewhere, or could not be opened.' : undefined;
        store.report('sound', { permission: 'allowed', hasValue: false, isMissing: true, reason });
        setGrant('audio', 'not available');
      }
    }
  }

  async function camera(): Promise<void> {
    if (!begin('camera')) return;
    const own = round;
    try {
      await askForCamera(window);
      if (own === round) setGrant('camera', 'allowed');
    } catch (error) {
      if (own === round) setGrant('camera', isRefusal(error) ? 'refused' : 'not available');
    }
  }

  function location(): void {
    if (!begin('location')) return;
    const stop = watchLocation(window, store, () => {
      // A device without a position has the permission too.
      setGrant('location', store.evidence('location').permission === 'refused' ? 'refused' : 'allowed');
    });
    keep('location', stop);
    store.report('location', { isMissing: false, reason: 'Waiting for the first position.' });
  }

  return {
    grants() {
      // A busy device may send its first value after the timeout, and a motion sensor that was refused is live again without a request.
      if (['not available', 'refused'].includes(grants.motion) && isMotionLive()) grants.motion = 'allowed';
      return { ...grants };
    },
    microphone: () => microphone,
    askForMotion: motion,
    askForAudio: audio,
    askForLocation: location,
    async askForAll() {
      const own = round;
      await motion();
      for (const ask of [audio, camera]) if (own === round && isWanted()) await ask();
      // Last, and not waited for: a watch that was replaced, or whose prompt Firefox closed, never calls back.
      if (own === round && isWanted()) location();
    },
    withdraw(signal) {
      store.report(signal, { permission: 'refused', isMissing: false, hasValue: false, reason: undefined });
      const permission = PERMISSION_OF[signal];
      if (permission && grants[permission] !== 'not asked yet') setGrant(permission, 'refused');
    },
    restore(signal) {
      const permission = PERMISSION_OF[signal];
      // Motion sensors are not stopped: their next value shows that they are allowed.
      if (permission && permission !== 'motion' && grants[permission] === 'refused') setGrant(permission, 'not asked yet');
    },
    forget() {
      round += 1;
      for (const permission of Object.keys(grants) as Permission[]) {
        if (grants[permission] === 'asking') grants[permission] = 'not asked yet';
      }
    },
  };
}
