import { stateText } from './card-state.ts';
import { aBrowser, aTrack } from './testing/a-browser.ts';
import { advance, isolateControllers, move, openController, settle } from './testing/open-controller.ts';

isolateControllers();

test('the motion permission counts as allowed even if the first value arrives late', async () => {
  aBrowser({ motion: async () => 'granted' });
  const { controller } = openController();
  await controller.enableAll();
  await advance(600);
  expect(controller.view().grants.motion).toBe('not available');
  move({ accelerationIncludingGravity: { x: 1, y: 2, z: 3 }, rotationRate: null });
  await advance(200);
  expect(controller.view().signals.accelerometer.state).toBe('live');
  expect(controller.view().grants.motion).toBe('allowed');
});

test('an event whose fields are all null is not a reading', async () => {
  aBrowser({ motion: async () => 'granted' });
  const { controller } = openController();
  await controller.enable('accelerometer');
  const nothing = { x: null, y: null, z: null };
  move({ accelerationIncludingGravity: nothing, acceleration: nothing, rotationRate: { alpha: null, beta: null, gamma: null } });
  window.dispatchEvent(Object.assign(new Event('deviceorientation'), { alpha: null, beta: null, gamma: null }));
  window.dispatchEvent(Object.assign(new Event('deviceorientationabsolute'), { alpha: null, absolute: true }));
  await advance(600);
  const { accelerometer, gyroscope, orientation, compass } = controller.view().signals;
  expect([accelerometer, gyroscope, orientation, compass].map(({ state }) => state)).toEqual(Array(4).fill('missing'));
});

test('sound: 256 points, the mean bin as a percentage, automatic gain control off, and everything released on stop', async () => {
  const track = aTrack();
  const asked: MediaStreamConstraints[] = [];
  const { closed } = aBrowser({
    media: async (constraints) => {
      asked.push(constraints);
      return { getTracks: () => [track] };
    },
  });
  const { controller } = openController();
  await controller.enable('sound');
  expect(asked).toEqual([{ audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false } }]);
  await advance(250);
  const { state, values } = controller.view().signals.sound;
  expect(state).toBe('live');
  expect(values?.[0]).toBeCloseTo(20, 9);
  expect(values?.[1]).toBeCloseTo(-20, 4);
  controller.stopAll();
  expect(track.stop).toHaveBeenCalledTimes(1);
  expect(closed).toHaveBeenCalledTimes(1);
  expect(controller.microphone()).toBeUndefined();
  expect(controller.view().signals.sound.state).toBe('tap');
  expect(controller.view().signals.sound.evidence.reason).toBe('Stopped. Tap to start it again.');
});

test('if the browser processes no sound, the card says so until it does', async () => {
  const sound: { state: AudioContextState } = { state: 'suspended' };
  aBrowser({ media: async () => ({ getTracks: () => [aTrack()] }), sound });
  const { controller } = openController();
  await controller.enable('sound');
  await advance(1_900);
  expect(controller.view().signals.sound.state).toBe('tap');
  await advance(500);
  expect(controller.view().signals.sound.state).toBe('missing');
  expect(controller.view().signals.sound.evidence.reason).toBe('The microphone is open, but this browser processes no sound.');
  sound.state = 'running';
  await advance(250);
  expect(controller.view().signals.sound).toMatchObject({ state: 'live', evidence: { reason: undefined } });
  // “Look again” was offered meanwhile.
  await controller.enable('sound');
  expect(controller.microphone()).toBeDefined();
});

test('an unplugged microphone is reported as missing', async () => {
  const track = aTrack();
  aBrowser({ media: async () => ({ getTracks: () => [track] }) });
  const { controller } = openController();
  await controller.enable('sound');
  await advance(250);
  track.dispatchEvent(new Event('ended'));
  await advance(250);
  expect(controller.view().signals.sound.state).toBe('missing');
  expect(controller.view().signals.sound.evidence.reason).toBe('The microphone was disconnected.');
});

test.each([2, 3])('after failure %s the last position stays, with a note, until a newer one arrives', async (code) => {
  let [found, failed]: [PositionCallback, PositionErrorCallback] = [() => {}, () => {}];
  aBrowser({
    watch: (...given) => {
      [found, failed] = given;
      return 1;
    },
  });
  const { controller } = openController();
  const location = () => controller.view().signals.location;
  const place = { latitude: 1, longitude: 2, accuracy: 3, altitude: null, speed: null, heading: null };
  await controller.enable('location');
  found({ coords: place } as GeolocationPosition);
  failed({ code } as GeolocationPositionError);
  await advance(200);
  expect(location()).toMatchObject({ state: 'live', values: [1, 2, 3, null, null, null] });
  expect(stateText('location', location().evidence)).toBe('There is no newer position right now; this is the last one.');
  expect(controller.view().grants.location).toBe('allowed');
  found({ coords: { ...place, latitude: 4 } } as GeolocationPosition);
  await advance(200);
  expect(location()).toMatchObject({ state: 'live', values: [4, 2, 3, null, null, null] });
  expect(stateText('location', location().evidence)).toBe('');
});

test('the mark for location depends on the permission alone: without any position it is allowed', async () => {
  aBrowser({
    watch: (_found, failed) => {
      failed({ code: 2 } as GeolocationPositionError);
      return 1;
    },
  });
  const { controller } = openController();
  await controller.enable('location');
  expect(controller.view().grants.location).toBe('allowed');
});

test('until the first position arrives, the location card says that it is waiting', async () => {
  aBrowser({ watch: () => 1 });
  const { controller } = openController();
  void controller.enable('location');
  await settle();
  await advance(200);
  expect(controller.view().signals.location.evidence.reason).toBe('Waiting for the first position.');
});

test('location is watched with high accuracy, a 10 s timeout and a 60 s maximum age, and continues after a timeout', async () => {
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
  const { controller } = openController();
  void controller.enable('location');
  await advance(10_200);
  expect(given).toEqual({ enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 });
  expect(controller.view().signals.location.evidence.reason).toBe('No position within 10 seconds; still looking.');
  found({ coords: { latitude: 1, longitude: 2, accuracy: 3, altitude: null, speed: 10, heading: null } } as GeolocationPosition);
  await advance(200);
  expect(controller.view().signals.location.state).toBe('live');
  expect(controller.view().signals.location.values).toEqual([1, 2, 3, null, 10, null]);
  controller.stopAll();
  expect(clearWatch).toHaveBeenCalledWith(42);
});
