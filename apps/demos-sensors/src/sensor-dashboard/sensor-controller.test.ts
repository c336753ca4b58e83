import { stateText } from './card-state.ts';
import { aBrowser, aTrack, REFUSED } from './testing/a-browser.ts';
import { give } from './testing/give.ts';
import { advance, isolateControllers, move, openController, settle } from './testing/open-controller.ts';

isolateControllers();

test('the first permission is requested synchronously in the tap handler', () => {
  const { calls } = aBrowser({ motion: () => new Promise(() => {}) });
  const { controller } = openController();
  void controller.enableAll();
  expect(calls).toEqual(['motion']);
});

test('an unanswered prompt blocks nothing: after “Stop all” everything can be requested again', async () => {
  const { calls } = aBrowser({ motion: () => new Promise(() => {}) });
  const { controller } = openController();
  void controller.enableAll();
  void controller.enableAll();
  expect(calls).toEqual(['motion']);
  controller.stopAll();
  void controller.enableAll();
  expect(calls).toEqual(['motion', 'motion']);
});

test('a location request never answered blocks nothing either: everything can be requested again, and each watch ends', async () => {
  let watches = 0;
  const { calls, clearWatch } = aBrowser({ watch: () => (watches += 1) });
  const { controller } = openController();
  void controller.enableAll();
  await settle();
  expect(controller.view().isAsking).toBe(false);
  expect(controller.view().grants.location).toBe('asking');
  void controller.enable('location');
  void controller.enableAll();
  await settle();
  expect(calls).toEqual(['motion', 'audio', 'camera', 'location', 'location', 'motion', 'audio', 'camera', 'location']);
  expect(clearWatch.mock.calls).toEqual([[1], [2]]);
});

test('motion, audio, camera and location are all requested even if each is refused', async () => {
  const { calls } = aBrowser();
  const { controller } = openController();
  await controller.enableAll();
  expect(calls).toEqual(['motion', 'audio', 'camera', 'location']);
  expect(controller.view().grants).toEqual({ motion: 'refused', audio: 'refused', camera: 'refused', location: 'refused' });
  const { accelerometer, gyroscope, orientation, compass, sound, location } = controller.view().signals;
  for (const signal of [accelerometer, gyroscope, orientation, compass, sound, location]) expect(signal.state).toBe('blocked');
});

test('a request that throws synchronously does not stop the others either', async () => {
  const { calls } = aBrowser({
    motion: () => {
      throw new Error('not in a gesture');
    },
  });
  const { controller } = openController();
  await controller.enableAll();
  expect(calls).toEqual(['motion', 'audio', 'camera', 'location']);
  expect(controller.view().signals.accelerometer.state).toBe('tap');
});

test('no permission counts as allowed until it is granted, and motion only with a live value', async () => {
  aBrowser({ motion: async () => 'granted' });
  const { controller } = openController();
  expect(controller.view().grants).toEqual({
    motion: 'not asked yet',
    audio: 'not asked yet',
    camera: 'not asked yet',
    location: 'not asked yet',
  });
  await controller.enableAll();
  await advance(600);
  expect(controller.view().grants.motion).toBe('not available');
  expect(controller.view().signals.accelerometer.state).toBe('missing');

  const asked = controller.enable('accelerometer');
  await settle();
  move({ accelerationIncludingGravity: { x: 1, y: null, z: null }, rotationRate: null });
  await asked;
  move({ accelerationIncludingGravity: { x: 1, y: null, z: null }, rotationRate: null });
  await advance(300);
  move({ accelerationIncludingGravity: { x: 1, y: null, z: null }, rotationRate: null });
  await advance(300);
  expect(controller.view().grants.motion).toBe('allowed');
  expect(controller.view().signals.accelerometer.values).toEqual([1, null, null]);
});

test('the camera is requested and closed again', async () => {
  const track = aTrack();
  aBrowser({ media: async ({ video }) => (video ? { getTracks: () => [track] } : Promise.reject(REFUSED)) });
  const { controller } = openController();
  await controller.enableAll();
  expect(controller.view().grants.camera).toBe('allowed');
  expect(track.stop).toHaveBeenCalledTimes(1);
});

test('a missing device is "not available", not refused', async () => {
  aBrowser({ media: async () => Promise.reject(new DOMException('none', 'NotFoundError')) });
  const { controller } = openController();
  await controller.enableAll();
  expect(controller.view().grants).toMatchObject({ audio: 'not available', camera: 'not available' });
  expect(controller.view().signals.sound.state).toBe('missing');
});

test('a microphone in use elsewhere and a dismissed prompt each have their own reason', async () => {
  let problem = 'NotReadableError';
  aBrowser({ media: async () => Promise.reject(new DOMException('no', problem)) });
  give(window.navigator, 'permissions', { query: async () => Object.assign(new EventTarget(), { state: 'prompt' }) });
  const { controller } = openController();
  await controller.enable('sound');
  expect(controller.view().signals.sound.state).toBe('missing');
  expect(controller.view().signals.sound.evidence.reason).toBe('The microphone is in use elsewhere, or could not be opened.');
  problem = 'NotAllowedError';
  await controller.enable('sound');
  expect(controller.view().signals.sound.state).toBe('tap');
  expect(controller.view().signals.sound.evidence.reason).toBe('The prompt was closed without an answer.');
});

test('a microphone whose sound the browser cannot process is closed again', async () => {
  const track = aTrack();
  const { closed } = aBrowser({
    media: async () => ({ getTracks: () => [track] }),
    source: () => {
      throw new DOMException('another sample rate', 'NotSupportedError');
    },
  });
  const { controller } = openController();
  await controller.enable('sound');
  expect(controller.view().signals.sound.state).toBe('missing');
  expect(controller.view().grants.audio).toBe('not available');
  expect(track.stop).toHaveBeenCalledTimes(1);
  expect(closed).toHaveBeenCalledTimes(1);
});

test('a page that is not secure says why it has no sensors', async () => {
  give(window, 'isSecureContext', false);
  const { controller } = openController();
  await settle();
  await advance(200);
  const why = () => Object.values(controller.view().signals).map(({ evidence }) => stateText('sound', evidence));
  const { proximity, ...others } = controller.view().signals;
  for (const [signal, { state, evidence }] of Object.entries(others)) {
    expect([signal, state, evidence.reason]).toEqual([
      signal,
      'unsupported',
      'This page was not loaded over HTTPS, so browsers withhold their sensors.',
    ]);
  }
  expect(proximity.evidence.reason).toBeUndefined();
  const before = why();
  await controller.enableAll();
  controller.stopAll();
  await advance(200);
  expect(why()).toEqual(before);
});
