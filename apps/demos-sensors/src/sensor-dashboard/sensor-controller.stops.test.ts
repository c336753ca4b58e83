import { HIDDEN_MILLISECONDS } from './sensor-controller.ts';
import { aBrowser, aTrack } from './testing/a-browser.ts';
import { give } from './testing/give.ts';
import { advance, isolateControllers, move, openController, settle } from './testing/open-controller.ts';

isolateControllers();

test('a microphone that opens after the visitor left the page is closed at once', async () => {
  const track = aTrack();
  let answer: (stream: unknown) => void = () => {};
  aBrowser({ media: () => new Promise((resolve) => (answer = resolve)) });
  const { controller, detach } = openController();
  void controller.enable('sound');
  detach();
  answer({ getTracks: () => [track] });
  await settle();
  expect(track.stop).toHaveBeenCalledTimes(1);
});

test('a page that is hidden for a minute releases everything and ends its recording', async () => {
  const track = aTrack();
  aBrowser({ motion: async () => 'granted', media: async () => ({ getTracks: () => [track] }) });
  const { controller } = openController();
  await controller.enable('sound');
  controller.toggleRecording();
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(HIDDEN_MILLISECONDS).toBe(60_000);
  await advance(HIDDEN_MILLISECONDS - 1);
  expect(track.stop).not.toHaveBeenCalled();
  await advance(1);
  expect(track.stop).toHaveBeenCalledTimes(1);
  expect(controller.view().recording.isRecording).toBe(false);
  expect(controller.view().signals.sound.evidence.reason).toBe(
    'Stopped: this page was hidden for a minute. Tap to start it again.',
  );
  jest.restoreAllMocks();
});

test('briefly hiding the page stops no sensor', async () => {
  const track = aTrack();
  aBrowser({ media: async () => ({ getTracks: () => [track] }) });
  const { controller } = openController();
  await controller.enable('sound');
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
  const { controller, detach } = openController();
  void controller.enableAll();
  await settle();
  await advance(600);
  detach();
  expect(track.stop).toHaveBeenCalledTimes(2);
  expect(clearWatch).toHaveBeenCalledWith(9);
  expect(jest.getTimerCount()).toBe(0);
  const before = controller.store.trace('accelerometer').length;
  move({ accelerationIncludingGravity: { x: 1, y: 1, z: 1 } });
  expect(controller.store.trace('accelerometer')).toHaveLength(before);
});

test('the screen stays on during a recording, and no longer', async () => {
  aBrowser();
  const release = jest.fn(async () => {});
  const request = jest.fn(async () => ({ release }));
  give(window.navigator, 'wakeLock', { request });
  const { controller } = openController();
  controller.toggleRecording();
  await settle();
  expect(request).toHaveBeenCalledWith('screen');
  expect(controller.view().recording.awake).toBe('held');
  controller.toggleRecording();
  expect(release).toHaveBeenCalledTimes(1);
  expect(controller.view().recording.awake).toBe('off');
});

test('if the browser cannot keep the screen on, the dashboard says so', async () => {
  aBrowser();
  const { controller } = openController();
  controller.toggleRecording();
  await settle();
  expect(controller.view().recording.awake).toBe('unable');
});
