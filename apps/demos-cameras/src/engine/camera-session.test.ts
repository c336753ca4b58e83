import { createCameraSession } from './camera-session.ts';

class Track extends EventTarget {
  readonly kind = 'video';
  stops = 0;
  constructor(
    readonly deviceId: string,
    private readonly facingMode: readonly string[] = [],
  ) {
    super();
  }
  stop() {
    this.stops += 1;
  }
  getSettings() {
    return { deviceId: this.deviceId };
  }
  getCapabilities() {
    return { facingMode: this.facingMode };
  }
}

interface Device {
  readonly deviceId: string;
  readonly label: string;
  readonly facingMode?: readonly string[];
}

const FRONT: Device = { deviceId: 'front', label: 'Front Camera' };
const REAR: Device = { deviceId: 'rear', label: 'Back Camera' };

/** Cameras whose opening can be delayed or refused. */
function someDevices(devices: Device[]) {
  const tracks: Track[] = [];
  const asked: MediaTrackConstraints[] = [];
  let hold: Promise<void> | undefined;
  let refusal: Error | undefined;
  const mediaDevices = Object.assign(new EventTarget(), {
    devices,
    async getUserMedia({ video }: { video: MediaTrackConstraints }) {
      asked.push(video);
      await hold;
      if (refusal) throw refusal;
      const wanted = (video.deviceId as { exact: string } | undefined)?.exact ?? devices[0]?.deviceId ?? '';
      const track = new Track(wanted, devices.find(({ deviceId }) => deviceId === wanted)?.facingMode);
      tracks.push(track);
      return { getTracks: () => [track], getVideoTracks: () => [track] };
    },
    async enumerateDevices() {
      return [
        { kind: 'audioinput', deviceId: 'mic', label: 'Back microphone' },
        ...mediaDevices.devices.map(({ deviceId, label }) => ({ kind: 'videoinput', deviceId, label })),
      ];
    },
  });
  return {
    mediaDevices,
    tracks,
    asked,
    /** How many cameras were opened, and how many of them were stopped. */
    counts: () => [tracks.length, tracks.filter(({ stops }) => stops > 0).length],
    live: () => tracks.filter(({ stops }) => stops === 0).map(({ deviceId }) => deviceId),
    holdOpening() {
      let release = () => {};
      hold = new Promise((resolve) => {
        release = () => {
          hold = undefined;
          resolve();
        };
      });
      return () => release();
    },
    refuse(name: string) {
      refusal = name ? Object.assign(new Error('refused'), { name }) : undefined;
    },
  };
}

function aSession(devices = someDevices([FRONT, REAR]), prefers: 'rear' | 'first' = 'rear') {
  Object.defineProperty(window.navigator, 'mediaDevices', { value: devices.mediaDevices, configurable: true });
  const session = createCameraSession(window, { prefers, video: { width: { ideal: 1920 }, height: { ideal: 1080 } } });
  return { session, devices, disconnect: session.connect() };
}

/** A video on the page that shows a stream. jsdom stores the property and does nothing with it. */
function aVideoOf(stream: MediaStream | null) {
  const video = document.createElement('video');
  video.srcObject = stream;
  document.body.append(video);
  return video;
}

function setHidden(isHidden: boolean) {
  Object.defineProperty(document, 'visibilityState', { value: isHidden ? 'hidden' : 'visible', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

const settle = () => jest.advanceTimersByTimeAsync(0);

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(console, 'info').mockImplementation(() => {});
});
afterEach(() => {
  setHidden(false);
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a request lists the cameras by name, selects the rear one and releases the camera', async () => {
  const { session, devices } = aSession();
  const asking = session.request();
  expect(session.getState().permission).toBe('requesting');
  await asking;
  expect(session.getState()).toMatchObject({ permission: 'granted', selectedId: 'rear', stream: null });
  expect(session.getState().cameras.map(({ label, facing }) => [label, facing])).toEqual([
    ['Front Camera', 'user'],
    ['Back Camera', 'environment'],
  ]);
  expect(devices.counts()).toEqual([1, 1]);
  expect(devices.asked[0]).toMatchObject({ width: { ideal: 1920 }, height: { ideal: 1080 } });
});

test('if the page prefers the first camera, it is chosen even if there is a rear one', async () => {
  const { session } = aSession(undefined, 'first');
  await session.request();
  expect(session.getState().selectedId).toBe('front');
});

test('a camera without a name is "Camera n", and the direction that it reports is used', async () => {
  const devices = someDevices([
    { deviceId: 'a', label: '', facingMode: ['environment'] },
    { deviceId: 'b', label: '' },
  ]);
  const { session } = aSession(devices);
  await session.request();
  expect(session.getState().cameras).toEqual([
    { deviceId: 'a', label: 'Camera 1', facing: 'environment' },
    { deviceId: 'b', label: 'Camera 2', facing: 'unknown' },
  ]);
});

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'none'],
  ['NotReadableError', 'busy'],
  ['TypeError', 'failed'],
])('%s is the denial “%s”; a second request may be granted', async (name, denial) => {
  const { session, devices } = aSession();
  devices.refuse(name);
  await session.request();
  expect(session.getState()).toMatchObject({ permission: 'denied', denial });
  devices.refuse('');
  await session.request();
  expect(session.getState()).toMatchObject({ permission: 'granted', denial: null });
});

test('failing to list the cameras counts as a denial, and the camera is released', async () => {
  const { session, devices } = aSession();
  devices.mediaDevices.enumerateDevices = () => Promise.reject(new Error('no list'));
  await session.request();
  expect(session.getState().permission).toBe('denied');
  expect(devices.live()).toEqual([]);
});

test('without media devices the denial is “insecure”', async () => {
  Object.defineProperty(window.navigator, 'mediaDevices', { value: undefined, configurable: true });
  const session = createCameraSession(window, { prefers: 'rear', video: {} });
  await session.request();
  expect(session.getState()).toMatchObject({ permission: 'denied', denial: 'insecure' });
});

test('a switch stops the old camera before it opens the new one', async () => {
  const { session, devices } = aSession();
  await session.request();
  await session.start();
  expect(devices.live()).toEqual(['rear']);
  const release = devices.holdOpening();
  const switching = session.select('front');
  expect(devices.live()).toEqual([]);
  release();
  await switching;
  expect(devices.live()).toEqual(['front']);
  session.stop();
  expect(devices.counts()).toEqual([3, 3]);
});

test('choosing a camera while none is running opens nothing', async () => {
  const { session, devices } = aSession();
  await session.request();
  await session.select('front');
  expect(session.getState()).toMatchObject({ selectedId: 'front', stream: null });
  expect(devices.counts()).toEqual([1, 1]);
});

test('a camera that opens after the visitor left the page is released at once', async () => {
  const { session, devices, disconnect } = aSession();
  await session.request();
  const release = devices.holdOpening();
  const starting = session.start();
  disconnect();
  release();
  await starting;
  expect(session.getState().stream).toBeNull();
  expect(devices.counts()).toEqual([2, 2]);
});

test('of two starts in quick succession, only the later one keeps its camera', async () => {
  const { session, devices } = aSession();
  await session.request();
  await Promise.all([session.start(), session.start()]);
  expect(devices.live()).toHaveLength(1);
  session.stop();
  expect(devices.live()).toEqual([]);
});

test('a failed start is a denial', async () => {
  const { session, devices } = aSession();
  await session.request();
  devices.refuse('NotReadableError');
  await session.start();
  expect(session.getState()).toMatchObject({ permission: 'denied', denial: 'busy', isStarting: false, stream: null });
});

test('an unplugged camera is released and reported as lost, and another is chosen', async () => {
  const { session, devices } = aSession();
  await session.request();
  await session.start();
  devices.mediaDevices.devices = [FRONT];
  devices.tracks.at(-1)!.dispatchEvent(new Event('ended'));
  await settle();
  expect(session.getState()).toMatchObject({ stream: null, loss: 'unplugged', selectedId: 'front' });
  expect(devices.live()).toEqual([]);
});

test('plugging in or unplugging a device updates the list', async () => {
  const { session, devices } = aSession();
  await session.request();
  devices.mediaDevices.devices = [FRONT];
  devices.mediaDevices.dispatchEvent(new Event('devicechange'));
  await settle();
  expect(session.getState().cameras).toHaveLength(1);
  expect(session.getState().selectedId).toBe('front');
});

test('thirty seconds in the background release the camera; twenty-nine do not', async () => {
  const { session, devices } = aSession();
  await session.request();
  await session.start();
  setHidden(true);
  await jest.advanceTimersByTimeAsync(29_000);
  setHidden(false);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(devices.live()).toEqual(['rear']);
  setHidden(true);
  await jest.advanceTimersByTimeAsync(30_000);
  expect(session.getState()).toMatchObject({ stream: null, loss: 'hidden' });
  expect(devices.live()).toEqual([]);
});

test('a page that enters the back-forward cache releases its camera', async () => {
  const { session, devices } = aSession();
  await session.request();
  await session.start();
  window.dispatchEvent(new Event('pagehide'));
  expect(devices.live()).toEqual([]);
  expect(session.getState().loss).toBe('hidden');
});

test('a new start clears the loss', async () => {
  const { session, devices } = aSession();
  await session.request();
  await session.start();
  devices.tracks.at(-1)!.dispatchEvent(new Event('ended'));
  await session.start();
  expect(session.getState().loss).toBeNull();
  expect(session.getState().stream).not.toBeNull();
});

test('a session still works after it is disconnected and connected again', async () => {
  const { session, devices, disconnect } = aSession();
  void session.request();
  disconnect();
  const disconnectAgain = session.connect();
  await session.request();
  expect(session.getState().permission).toBe('granted');
  disconnectAgain();
  expect(devices.live()).toEqual([]);
});

test('a video is detached from its camera before the camera stops, and another video keeps its own', async () => {
  const { session, devices } = aSession();
  await session.request();
  await session.start();
  const other = { getTracks: () => [] } as unknown as MediaStream; // all that jsdom's video needs
  const [video, stranger] = [aVideoOf(session.getState().stream), aVideoOf(other)];
  let shown: unknown = 'never stopped';
  const track = devices.tracks.at(-1)!;
  jest.spyOn(track, 'stop').mockImplementation(() => {
    shown = video.srcObject;
  });
  session.stop();
  expect(shown).toBeNull();
  expect(stranger.srcObject).toBe(other);
  document.body.replaceChildren();
});
