import { followFrames, framesOf } from './video-frames.ts';

const { signal: never } = new AbortController();

/** A video that announces its frames by their media time, as browsers do. */
function anAnnouncingVideo() {
  const video = document.createElement('video');
  let waiting = new Map<number, VideoFrameRequestCallback>();
  let last = 0;
  Object.assign(video, {
    requestVideoFrameCallback(callback: VideoFrameRequestCallback) {
      last += 1;
      waiting.set(last, callback);
      return last;
    },
    cancelVideoFrameCallback: (handle: number) => void waiting.delete(handle),
  });
  const show = (mediaTime: number) => {
    const callbacks = waiting;
    waiting = new Map();
    // A cast, because the engine reads one field of the metadata.
    for (const callback of callbacks.values()) callback(0, { mediaTime } as VideoFrameCallbackMetadata);
  };
  return { video, show, waitingCount: () => waiting.size };
}

/** A video whose browser announces nothing; its pictures are one byte. */
function aSilentVideo() {
  const video = document.createElement('video');
  Reflect.deleteProperty(video, 'requestVideoFrameCallback');
  let byte = 0;
  const context = { drawImage: () => {}, getImageData: () => ({ data: new Uint8ClampedArray([byte]) }) };
  // A cast, because jsdom has no canvas: this context has what the engine reads.
  jest
    .spyOn(HTMLCanvasElement.prototype, 'getContext')
    .mockImplementation((() => context) as unknown as HTMLCanvasElement['getContext']);
  return { video, show: (next: number) => void (byte = next) };
}

afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(window, 'VideoFrame');
});

/** A browser that wraps frames as `wrap` says, around a video that has one. */
function withVideoFrames(video: HTMLVideoElement, wrap: () => { readonly timestamp: number }) {
  Object.defineProperty(video, 'readyState', { value: HTMLMediaElement.HAVE_ENOUGH_DATA });
  const VideoFrame = class {
    timestamp = wrap().timestamp;
    close() {}
  };
  Object.assign(window, { VideoFrame });
}

test.each([
  ['gives whole seconds, as in Firefox', () => ({ timestamp: 1_000_000 })],
  [
    'throws',
    () => {
      throw new DOMException('no picture', 'InvalidStateError');
    },
  ],
])('where VideoFrame %s, frames are named by their announcements', (_what, wrap) => {
  const { video, show } = anAnnouncingVideo();
  withVideoFrames(video, wrap);
  followFrames(video);
  const { current } = framesOf(video);
  show(1.033);
  const first = current();
  show(1.066);
  const second = current();
  expect(second).not.toBe(first);
  // The same frame, announced once more.
  show(1.066);
  expect(current()).toBe(second);
});

test('a frame that is shown before it is announced has its own name already', () => {
  const { video, show } = anAnnouncingVideo();
  let timestamp = 33_333;
  withVideoFrames(video, () => ({ timestamp }));
  followFrames(video);
  const { current } = framesOf(video);
  show(0.033);
  const first = current();
  timestamp = 66_666;
  const second = current();
  expect(second).not.toBe(first);
  show(0.066);
  expect(current()).toBe(second);
});

test('what waits for the next frame wakes with that frame named, and not before', async () => {
  const { video, show } = anAnnouncingVideo();
  const source = framesOf(video);
  let isAwake = false;
  const waiting = source.nextFrame(never).then(() => (isAwake = true));
  await Promise.resolve();
  expect(isAwake).toBe(false);
  show(2);
  await waiting;
  expect(source.current()).toBe(2);
});

test('leaving ends what waits for a frame and what follows them', async () => {
  const { video, waitingCount } = anAnnouncingVideo();
  const controller = new AbortController();
  const waiting = framesOf(video).nextFrame(controller.signal);
  const unfollow = followFrames(video);
  expect(waitingCount()).toBe(2);
  controller.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  unfollow();
  expect(waitingCount()).toBe(0);
});

test('without announcements a frame is named by what it shows, not by the time of the stream', () => {
  const { video, show } = aSilentVideo();
  const { current } = framesOf(video);
  show(7);
  const first = current();
  Object.defineProperty(video, 'currentTime', { value: 3.5 });
  expect(current()).toBe(first);
  show(8);
  expect(current()).not.toBe(first);
});
