// One file because it is the one place that starts and stops sensors; each sensor has its own file in adapters/.
import { createWakeLock } from '@site/stage';
import { hasBattery, listenToBattery } from './adapters/battery.adapter.ts';
import { createSensorStore, type SensorStore, type SignalViews } from './sensor-store.ts';
import { hasLightSensor, listenToBrightness } from './adapters/brightness.adapter.ts';
import { hasCamera } from './adapters/camera.adapter.ts';
import { hasLocation } from './adapters/location.adapter.ts';
import { mustAskForMotion } from '../ask-for-motion.ts';
import { hasMotionEvents, hasOrientationEvents, listenToMotion } from './adapters/motion.adapter.ts';
import { listenToOrientation } from './adapters/orientation.adapter.ts';
import { createPermissionRequester, type Grants } from './permission-requester.ts';
import { hasProximity, listenToProximity } from './adapters/proximity.adapter.ts';
import { permissionOf, permissionWord, type Stop } from './adapters/sensor-listener.ts';
import { SIGNAL_IDS, type SignalId } from './measures/signals.ts';
import { hasMicrophone, type Microphone } from './adapters/sound.adapter.ts';

/** Readouts change five times per second, as fast as they can be read. */
const TICK_MILLISECONDS = 200;
/** A page that is hidden for this long releases every sensor. */
export const HIDDEN_MILLISECONDS = 60_000;

type AwakeState = 'off' | 'held' | 'unable';

export interface SensorControllerView {
  readonly signals: SignalViews;
  readonly grants: Grants;
  readonly isAsking: boolean;
  readonly recording: {
    readonly isRecording: boolean;
    readonly seconds: number;
    readonly count: number;
    readonly awake: AwakeState;
    /** Text of the newest mark. */
    readonly lastMark?: string | undefined;
  };
}

export interface SensorController {
  readonly store: SensorStore;
  subscribe(onChange: () => void): () => void;
  view(): SensorControllerView;
  now(): number;
  /** Listens to the sensors that need no permission; returns a function that stops all sensors. */
  attach(): Stop;
  enableAll(): Promise<void>;
  enable(signal: SignalId): Promise<void>;
  stopAll(reason?: string): void;
  setZero(signal: SignalId, isZeroed: boolean): void;
  toggleRecording(): void;
  /** Marks this moment of the recording; without a label it is numbered. */
  mark(words: string): void;
  microphone(): Microphone | undefined;
}

/** The browser's names for the sensors' permissions; battery and proximity have none. */
const PERMISSION_NAMES: readonly (readonly [string, readonly SignalId[]])[] = [
  ['accelerometer', ['accelerometer', 'orientation']],
  ['gyroscope', ['gyroscope']],
  ['magnetometer', ['compass']],
  ['ambient-light-sensor', ['brightness']],
  ['microphone', ['sound']],
  ['geolocation', ['location']],
];
/** These start without asking, as the motion sensors do; sound and location wait for a tap. */
const UNASKED: readonly SignalId[] = ['brightness', 'proximity', 'battery'];
const INSECURE = 'This page was not loaded over HTTPS, so browsers withhold their sensors.';
const MOTION: readonly SignalId[] = ['accelerometer', 'gyroscope', 'orientation', 'compass'];

export function createSensorController(window: Window & typeof globalThis): SensorController {
  const { document, performance } = window;
  const now = () => performance.now();
  const store = createSensorStore({
    accelerometer: hasMotionEvents(window),
    gyroscope: hasMotionEvents(window),
    orientation: hasOrientationEvents(window),
    compass: hasOrientationEvents(window),
    sound: hasMicrophone(window),
    brightness: hasLightSensor(window),
    proximity: hasProximity(window),
    battery: hasBattery(window),
    location: hasLocation(window),
  });
  const wakeLock = createWakeLock(window);
  const listeners = new Set<() => void>();
  const stops = new Map<SignalId | 'motion', Stop>();
  let awake: AwakeState = 'off';
  let isAsking = false;
  let isAttached = false;
  const requester = createPermissionRequester(window, store, {
    supported: {
      motion: hasMotionEvents(window),
      audio: hasMicrophone(window),
      camera: hasCamera(window),
      location: hasLocation(window),
    },
    keep,
    startMotion,
    changed: publish,
    isWanted: () => isAttached,
  });
  let current = read();

  function read(): SensorControllerView {
    const time = now();
    const { isRecording, count, marks } = store.recorder;
    return {
      signals: store.view(time),
      grants: requester.grants(),
      isAsking,
      recording: { isRecording, seconds: store.recorder.seconds(time), count, awake, lastMark: marks.at(-1)?.text },
    };
  }
  function publish(): void {
    current = read();
    for (const listener of listeners) listener();
  }
  /** Each sensor runs at most once: starting it again stops the first. */
  function keep(signal: SignalId | 'motion', stop: Stop): void {
    stops.get(signal)?.();
    stops.set(signal, stop);
  }
  function startMotion(): void {
    const stopMotion = listenToMotion(window, store);
    const stopOrientation = listenToOrientation(window, store);
    keep('motion', () => {
      stopMotion();
      stopOrientation();
    });
    for (const signal of MOTION) store.begin(signal, now());
  }
  function startUnasked(signal: SignalId): void {
    if (signal === 'brightness' && hasLightSensor(window)) keep(signal, listenToBrightness(window, store));
    if (signal === 'proximity' && hasProximity(window)) keep(signal, listenToProximity(window, store));
    if (signal === 'battery' && hasBattery(window)) keep(signal, listenToBattery(window, store));
    store.begin(signal, now());
  }
  async function keepAwake(): Promise<void> {
    const isHeld = await wakeLock.hold();
    if (!store.recorder.isRecording) return;
    awake = isHeld ? 'held' : 'unable';
    publish();
  }
  function endRecording(): void {
    store.recorder.stop(now());
    wakeLock.release();
    awake = 'off';
  }
  function stopAll(reason = 'Stopped. Tap to start it again.'): void {
    for (const stop of stops.values()) stop();
    stops.clear();
    requester.forget();
    // An unanswered prompt must not disable the button forever.
    isAsking = false;
    if (store.recorder.isRecording) endRecording();
    for (const signal of SIGNAL_IDS) store.end(signal, reason);
    publish();
  }
  /** The visitor has refused a permission in the browser's settings. Its sensor may not notice, or may report another reason. */
  function withdraw(id: SignalId): void {
    stops.get(id)?.();
    stops.delete(id);
    requester.withdraw(id);
  }
  async function watchPermissions(signal: AbortSignal): Promise<void> {
    const mustAsk = mustAskForMotion(window);
    for (const id of UNASKED) store.report(id, { permission: 'allowed' });
    if (window.isSecureContext === false) {
      for (const id of SIGNAL_IDS) {
        // HTTPS would not help with proximity, which no browser supports.
        if (id !== 'proximity' && !store.evidence(id).supported) store.report(id, { reason: INSECURE });
      }
    }
    if (!mustAsk) for (const id of MOTION) store.report(id, { permission: 'allowed' });
    await Promise.all(
      PERMISSION_NAMES.map(async ([name, signals]) => {
        const status = await permissionOf(window, name);
        if (!status || signal.aborted) return;
        const apply = () => {
          for (const id of signals) if (!store.isLive(id)) store.report(id, { permission: permissionWord(status.state) });
          publish();
        };
        const onChange = () => {
          for (const id of signals) {
            if (status.state === 'denied') withdraw(id);
            else requester.restore(id);
          }
          apply();
        };
        status.addEventListener('change', onChange, { signal });
        apply();
      }),
    );
  }

  return {
    store,
    now,
    view: () => current,
    microphone: requester.microphone,
    stopAll,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    attach() {
      const aborter = new AbortController();
      const { signal } = aborter;
      isAttached = true;
      let hiddenTimer: number | undefined;
      void watchPermissions(signal);
      startMotion();
      for (const id of UNASKED) startUnasked(id);
      const ticker = window.setInterval(() => {
        const wasRecording = store.recorder.isRecording;
        store.tick(now());
        if (wasRecording && !store.recorder.isRecording) endRecording();
        publish();
      }, TICK_MILLISECONDS);
      const onVisibility = () => {
        window.clearTimeout(hiddenTimer);
        if (document.visibilityState === 'hidden') {
          hiddenTimer = window.setTimeout(
            () => stopAll('Stopped: this page was hidden for a minute. Tap to start it again.'),
            HIDDEN_MILLISECONDS,
          );
        } else if (store.recorder.isRecording) void keepAwake();
      };
      document.addEventListener('visibilitychange', onVisibility, { signal });
      window.addEventListener('pagehide', () => stopAll(), { signal });
      publish();
      return () => {
        isAttached = false;
        aborter.abort();
        window.clearInterval(ticker);
        window.clearTimeout(hiddenTimer);
        stopAll();
      };
    },
    async enableAll() {
      if (isAsking) return;
      isAsking = true;
      // The first call must be synchronous in the tap handler: await nothing before it.
      const asking = requester.askForAll();
      for (const id of UNASKED) startUnasked(id);
      publish();
      await asking;
      isAsking = false;
      publish();
    },
    async enable(signal) {
      if (UNASKED.includes(signal)) startUnasked(signal);
      else if (signal === 'sound') await requester.askForAudio();
      else if (signal === 'location') requester.askForLocation();
      else await requester.askForMotion();
      publish();
    },
    setZero(signal, isZeroed) {
      store.setZero(signal, isZeroed);
      publish();
    },
    mark(words) {
      store.recorder.mark(now(), words);
      publish();
    },
    toggleRecording() {
      if (store.recorder.isRecording) endRecording();
      else {
        store.startRecording(now());
        void keepAwake();
      }
      publish();
    },
  };
}
