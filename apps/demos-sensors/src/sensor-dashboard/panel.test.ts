import { stateText } from './card-state.ts';
import { createPanel, HIDDEN_MILLISECONDS, type Panel } from './panel.ts';

const REFUSED = new DOMException('no', 'NotAllowedError');
let undo: (() => void)[] = [];

/** Sets a property of a browser object that jsdom lacks, until the test ends. */
function give(target: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  undo.push(() => (before ? Object.defineProperty(target, name, before) : Reflect.deleteProperty(target, name)));
}

function aTrack() {
  return Object.assign(new EventTarget(), { stop: jest.fn() });
}

interface World {
  sound?: { state: AudioContextState };
  motion?: () => Promise<PermissionState>;
  media?: (constraints: MediaStreamConstraints) => Promise<unknown>;
  watch?: (found: PositionCallback, failed: PositionErrorCallback, options: PositionOptions) => number;
}

/** A browser that has everything and refuses everything, except what the test overrides. */
function aBrowser({
  motion = async () => 'denied',
  media = async () => Promise.reject(REFUSED),
  watch,
  sound = { state: 'running' },
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
      createMediaStreamSource = () => ({ connect: () => {} });
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

let panel: Panel;
let detach: () => void;
function open(): void {
  panel = createPanel(window);
  detach = panel.attach();
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  detach();
  undo.toReversed().forEach((one) => one());
  undo = [];
  jest.useRealTimers();
});

const move = (parts: object) => window.dispatchEvent(Object.assign(new Event('devicemotion'), parts));
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
const advance = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

test('the first permission is requested synchronously in the tap', () => {
  const { calls } = aBrowser({ motion: () => new Promise(() => {}) });
  open();
  void panel.enableAll();
  expect(calls).toEqual(['motion']);
});

test('an unanswered prompt blocks nothing: after “Stop all” everything can be requested again', async () => {
  const { calls } = aBrowser({ motion: () => new Promise(() => {}) });
  open();
  void panel.enableAll();
  void panel.enableAll();
  expect(calls).toEqual(['motion']);
  panel.stopAll();
  void panel.enableAll();
  expect(calls).toEqual(['motion', 'motion']);
});

test('motion, audio, camera and location are all requested even if each is refused', async () => {
  const { calls } = aBrowser();
  open();
  await panel.enableAll();
  expect(calls).toEqual(['motion', 'audio', 'camera', 'location']);
  expect(panel.view().grants).toEqual({ motion: 'refused', audio: 'refused', camera: 'refused', location: 'refused' });
  const { accelerometer, gyroscope, orientation, compass, sound, location } = panel.view().signals;
  for (const signal of [accelerometer, gyroscope, orientation, compass, sound, location]) expect(signal.state).toBe('blocked');
});

test('a request that throws synchronously does not stop the others either', async () => {
  const { calls } = aBrowser({
    motion: () => {
      throw new Error('not in a gesture');
    },
  });
  open();
  await panel.enableAll();
  expect(calls).toEqual(['motion', 'audio', 'camera', 'location']);
  expect(panel.view().signals.accelerometer.state).toBe('tap');
});

test('permissions are false until granted, and motion is granted only with a live value', async () => {
  aBrowser({ motion: async () => 'granted' });
  open();
  expect(panel.view().grants).toEqual({
    motion: 'not asked yet',
    audio: 'not asked yet',
    camera: 'not asked yet',
    location: 'not asked yet',
  });
  await panel.enableAll();
  await advance(600);
  expect(panel.view().grants.motion).toBe('none here');
  expect(panel.view().signals.accelerometer.state).toBe('missing');

  const asked = panel.enable('accelerometer');
  await settle();
  move({ accelerationIncludingGravity: { x: 1, y: null, z: null }, rotationRate: null });
  await asked;
  move({ accelerationIncludingGravity: { x: 1, y: null, z: null }, rotationRate: null });
  await advance(300);
  move({ accelerationIncludingGravity: { x: 1, y: null, z: null }, rotationRate: null });
  await advance(300);
  expect(panel.view().grants.motion).toBe('allowed');
  expect(panel.view().signals.accelerometer.values).toEqual([1, null, null]);
});

test('a motion sensor whose first value comes late is still granted', async () => {
  aBrowser({ motion: async () => 'granted' });
  open();
  await panel.enableAll();
  await advance(600);
  expect(panel.view().grants.motion).toBe('none here');
  move({ accelerationIncludingGravity: { x: 1, y: 2, z: 3 }, rotationRate: null });
  await advance(200);
  expect(panel.view().signals.accelerometer.state).toBe('live');
  expect(panel.view().grants.motion).toBe('allowed');
});

test('an event whose fields are all null is not a reading', async () => {
  aBrowser({ motion: async () => 'granted' });
  open();
  await panel.enable('accelerometer');
  const nothing = { x: null, y: null, z: null };
  move({ accelerationIncludingGravity: nothing, acceleration: nothing, rotationRate: { alpha: null, beta: null, gamma: null } });
  window.dispatchEvent(Object.assign(new Event('deviceorientation'), { alpha: null, beta: null, gamma: null }));
  window.dispatchEvent(Object.assign(new Event('deviceorientationabsolute'), { alpha: null, absolute: true }));
  await advance(600);
  const { accelerometer, gyroscope, orientation, compass } = panel.view().signals;
  expect([accelerometer, gyroscope, orientation, compass].map(({ state }) => state)).toEqual(Array(4).fill('missing'));
});

test('sound: 256 points, percent of the mean bin, automatic gain control off, and everything released on stop', async () => {
  const track = aTrack();
  const asked: MediaStreamConstraints[] = [];
  const { closed } = aBrowser({
    media: async (constraints) => {
      asked.push(constraints);
      return { getTracks: () => [track] };
    },
  });
  open();
  await panel.enable('sound');
  expect(asked).toEqual([{ audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false } }]);
  await advance(250);
  const { state, values } = panel.view().signals.sound;
  expect(state).toBe('live');
  expect(values?.[0]).toBeCloseTo(20, 9);
  expect(values?.[1]).toBeCloseTo(-20, 4);
  panel.stopAll();
  expect(track.stop).toHaveBeenCalledTimes(1);
  expect(closed).toHaveBeenCalledTimes(1);
  expect(panel.microphone()).toBeUndefined();
  expect(panel.view().signals.sound.state).toBe('tap');
  expect(panel.view().signals.sound.evidence.reason).toBe('Stopped. Tap to start it again.');
});

test('a browser that processes no sound says so, until it does', async () => {
  const sound: { state: AudioContextState } = { state: 'suspended' };
  aBrowser({ media: async () => ({ getTracks: () => [aTrack()] }), sound });
  open();
  await panel.enable('sound');
  await advance(1_900);
  expect(panel.view().signals.sound.state).toBe('tap');
  await advance(500);
  expect(panel.view().signals.sound.state).toBe('missing');
  expect(panel.view().signals.sound.evidence.reason).toBe('The microphone is open, but this browser processes no sound.');
  sound.state = 'running';
  await advance(250);
  expect(panel.view().signals.sound).toMatchObject({ state: 'live', evidence: { reason: undefined } });
  // “Look again” was offered meanwhile.
  await panel.enable('sound');
  expect(panel.microphone()).toBeDefined();
});

test('an unplugged microphone is reported as missing', async () => {
  const track = aTrack();
  aBrowser({ media: async () => ({ getTracks: () => [track] }) });
  open();
  await panel.enable('sound');
  await advance(250);
  track.dispatchEvent(new Event('ended'));
  await advance(250);
  expect(panel.view().signals.sound.state).toBe('missing');
  expect(panel.view().signals.sound.evidence.reason).toBe('The microphone was disconnected.');
});

test('a microphone that opens after the visitor left the page is closed at once', async () => {
  const track = aTrack();
  let answer: (stream: unknown) => void = () => {};
  aBrowser({ media: () => new Promise((resolve) => (answer = resolve)) });
  open();
  void panel.enable('sound');
  detach();
  answer({ getTracks: () => [track] });
  await settle();
  expect(track.stop).toHaveBeenCalledTimes(1);
});

test('the camera is requested and closed again', async () => {
  const track = aTrack();
  aBrowser({ media: async ({ video }) => (video ? { getTracks: () => [track] } : Promise.reject(REFUSED)) });
  open();
  await panel.enableAll();
  expect(panel.view().grants.camera).toBe('allowed');
  expect(track.stop).toHaveBeenCalledTimes(1);
});

test('no device is "none here", not refused', async () => {
  aBrowser({ media: async () => Promise.reject(new DOMException('none', 'NotFoundError')) });
  open();
  await panel.enableAll();
  expect(panel.view().grants).toMatchObject({ audio: 'none here', camera: 'none here' });
  expect(panel.view().signals.sound.state).toBe('missing');
});

test('a microphone in use elsewhere and a dismissed prompt each have their own reason', async () => {
  let problem = 'NotReadableError';
  aBrowser({ media: async () => Promise.reject(new DOMException('no', problem)) });
  give(window.navigator, 'permissions', { query: async () => Object.assign(new EventTarget(), { state: 'prompt' }) });
  open();
  await panel.enable('sound');
  expect(panel.view().signals.sound.state).toBe('missing');
  expect(panel.view().signals.sound.evidence.reason).toBe('The microphone is in use elsewhere, or could not be opened.');
  problem = 'NotAllowedError';
  await panel.enable('sound');
  expect(panel.view().signals.sound.state).toBe('tap');
  expect(panel.view().signals.sound.evidence.reason).toBe('The prompt was closed without an answer.');
});

test('until the first position arrives, its card says that it is waiting', async () => {
  aBrowser({ watch: () => 1 });
  open();
  void panel.enable('location');
  await settle();
  await advance(200);
  expect(panel.view().signals.location.evidence.reason).toBe('Waiting for the first position.');
});

test('location is watched with high accuracy, 10 s and 60 s, and continues after a timeout', async () => {
  let given: PositionOptions = {};
  let found: PositionCallback = () => {};
  const { clearWatch } = aBrowser({
    watch: (success, failed, options) => {
      given = options;
      found = success;
      setTimeout(() => failed({ code: 3 } as GeolocationPositionError), options.timeout);
      return 42;
    },
  });
  open();
  void panel.enable('location');
  await advance(10_200);
  expect(given).toEqual({ enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 });
  expect(panel.view().signals.location.evidence.reason).toBe('No position within 10 seconds; still looking.');
  found({ coords: { latitude: 1, longitude: 2, accuracy: 3, altitude: null, speed: 10, heading: null } } as GeolocationPosition);
  await advance(200);
  expect(panel.view().signals.location.state).toBe('live');
  expect(panel.view().signals.location.values).toEqual([1, 2, 3, null, 10, null]);
  panel.stopAll();
  expect(clearWatch).toHaveBeenCalledWith(42);
});

test('a page that is hidden for a minute releases everything and ends its recording', async () => {
  const track = aTrack();
  aBrowser({ motion: async () => 'granted', media: async () => ({ getTracks: () => [track] }) });
  open();
  await panel.enable('sound');
  panel.toggleRecording();
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(HIDDEN_MILLISECONDS).toBe(60_000);
  await advance(HIDDEN_MILLISECONDS - 1);
  expect(track.stop).not.toHaveBeenCalled();
  await advance(1);
  expect(track.stop).toHaveBeenCalledTimes(1);
  expect(panel.view().recording.isRecording).toBe(false);
  expect(panel.view().signals.sound.evidence.reason).toBe('Stopped: this page was hidden for a minute. Tap to start it again.');
  jest.restoreAllMocks();
});

test('hiding the page briefly stops no sensor', async () => {
  const track = aTrack();
  aBrowser({ media: async () => ({ getTracks: () => [track] }) });
  open();
  await panel.enable('sound');
  const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await advance(30_000);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await advance(HIDDEN_MILLISECONDS);
  expect(track.stop).not.toHaveBeenCalled();
  jest.restoreAllMocks();
});

test('leaving the page leaves no listener, timer or track', async () => {
  const track = aTrack();
  const { clearWatch } = aBrowser({
    motion: async () => 'granted',
    media: async () => ({ getTracks: () => [track] }),
    watch: () => 9,
  });
  open();
  void panel.enableAll();
  await settle();
  await advance(600);
  detach();
  expect(track.stop).toHaveBeenCalledTimes(2);
  expect(clearWatch).toHaveBeenCalledWith(9);
  expect(jest.getTimerCount()).toBe(0);
  const before = panel.board.trace('accelerometer').length;
  move({ accelerationIncludingGravity: { x: 1, y: 1, z: 1 } });
  expect(panel.board.trace('accelerometer')).toHaveLength(before);
});

test('the screen stays on during a recording, and no longer', async () => {
  aBrowser();
  const release = jest.fn(async () => {});
  const request = jest.fn(async () => ({ release }));
  give(window.navigator, 'wakeLock', { request });
  open();
  panel.toggleRecording();
  await settle();
  expect(request).toHaveBeenCalledWith('screen');
  expect(panel.view().recording.awake).toBe('held');
  panel.toggleRecording();
  expect(release).toHaveBeenCalledTimes(1);
  expect(panel.view().recording.awake).toBe('off');
});

test('if the browser cannot keep the screen on, the panel says so', async () => {
  aBrowser();
  open();
  panel.toggleRecording();
  await settle();
  expect(panel.view().recording.awake).toBe('unable');
});

test('a page that is not secure says why it has no sensors', async () => {
  give(window, 'isSecureContext', false);
  open();
  await settle();
  await advance(200);
  const why = () => Object.values(panel.view().signals).map(({ evidence }) => stateText('sound', evidence));
  const { proximity, ...others } = panel.view().signals;
  for (const [signal, { state, evidence }] of Object.entries(others)) {
    expect([signal, state, evidence.reason]).toEqual([
      signal,
      'unsupported',
      'This page was not loaded over HTTPS, so browsers withhold their sensors.',
    ]);
  }
  expect(proximity.evidence.reason).toBeUndefined();
  const before = why();
  await panel.enableAll();
  panel.stopAll();
  await advance(200);
  expect(why()).toEqual(before);
});
