import { followFrames, framesOf } from './video-frames.ts';

const { signal: never } = new AbortController();

/** A video that announces its frames, as browsers do. */
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
  const announce = () => {
    const callbacks = waiting;
    waiting = new Map();
    // A cast, because the engine does not read the metadata.
    for (const callback of callbacks.values()) callback(0, {} as VideoFrameCallbackMetadata);
  };
  return { video, announce, waitingCount: () => waiting.size };
}

/** Makes the image of every video one byte; returns a function that changes it. */
function somePictures() {
  let byte = 0;
  const context = { drawImage: () => {}, getImageData: () => ({ data: new Uint8ClampedArray([byte]) }) };
  // A cast, because jsdom has no canvas: this stub has the members that the engine uses.
  jest
    .spyOn(HTMLCanvasElement.prototype, 'getContext')
    .mockImplementation((() => context) as unknown as HTMLCanvasElement['getContext']);
  return (next: number) => void (byte = next);
}

afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(window, 'VideoFrame');
});

/** A browser whose `VideoFrame` is `wrap`, and a video that has a frame. */
function withVideoFrames(video: HTMLVideoElement, wrap: () => { readonly timestamp: number }) {
  Object.defineProperty(video, 'readyState', { value: HTMLMediaElement.HAVE_ENOUGH_DATA });
  const VideoFrame = class {
    timestamp = wrap().timestamp;
    close() {}
  };
  Object.assign(window, { VideoFrame });
}

test.each([
  ['is the same for all frames within a second, as in Firefox', () => ({ timestamp: 1 })],
  [
    'throws',
    () => {
      throw new DOMException('no picture', 'InvalidStateError');
    },
  ],
])('where the timestamp %s, frames are identified by their image', (_what, wrap) => {
  const { video, announce } = anAnnouncingVideo();
  const show = somePictures();
  withVideoFrames(video, wrap);
  followFrames(video);
  announce();
  const { current } = framesOf(video);
  show(7);
  const first = current();
  expect(current()).toBe(first);
  // Shown before it is announced.
  show(8);
  const second = current();
  expect(second).not.toBe(first);
  // Late announcements, of this frame and of those before it.
  for (let late = 0; late < 7; late += 1) announce();
  expect(current()).toBe(second);
  // With a covered lens, the image does not change although frames arrive.
  announce();
  expect(current()).not.toBe(second);
});

test('a browser that counts seconds is remembered for as long as its stream runs; one that counts microseconds may start again', () => {
  const { video, announce } = anAnnouncingVideo();
  somePictures();
  let timestamp = 0;
  withVideoFrames(video, () => ({ timestamp }));
  followFrames(video);
  const { current } = framesOf(video);
  // Two streams in a row, of each of which only the first frame is early; it is announced twice.
  for (const later of [33_333, 20_000]) {
    for (timestamp of [0, 0, later]) announce();
    expect(current()).toBe(later);
  }
  for (timestamp of [0, 0, 1]) announce();
  timestamp = 4_000;
  expect(current()).toBeLessThan(0);
});

test('a frame that is shown before its announcement already has its own ID, and keeps it', () => {
  const { video, announce } = anAnnouncingVideo();
  let timestamp = 33_333;
  withVideoFrames(video, () => ({ timestamp }));
  followFrames(video);
  const { current } = framesOf(video);
  announce();
  const first = current();
  timestamp = 66_666;
  const second = current();
  expect(second).not.toBe(first);
  announce();
  announce();
  expect(current()).toBe(second);
});

test('waiting for the next frame ends when it is announced, not earlier', async () => {
  const { video, announce } = anAnnouncingVideo();
  let isAwake = false;
  const waiting = framesOf(video)
    .nextFrame(never)
    .then(() => (isAwake = true));
  await Promise.resolve();
  expect(isAwake).toBe(false);
  announce();
  await waiting;
});

test('with a video that announces nothing the wait still ends, and its frames are identified by their image', async () => {
  jest.useFakeTimers();
  const { video } = anAnnouncingVideo();
  withVideoFrames(video, () => ({ timestamp: 33_333 }));
  const show = somePictures();
  const { current, nextFrame } = framesOf(video);
  expect(current()).toBe(33_333);
  const waiting = nextFrame(never);
  await jest.advanceTimersByTimeAsync(500);
  await waiting;
  const first = current();
  show(1);
  expect(current()).not.toBe(first);
  // From now on it waits for the display's next frame.
  const again = nextFrame(never);
  await jest.advanceTimersByTimeAsync(17);
  await again;
  jest.useRealTimers();
});

test('a frame of a slow camera keeps its ID, however long the next one takes', async () => {
  jest.useFakeTimers();
  const { video, announce } = anAnnouncingVideo();
  withVideoFrames(video, () => ({ timestamp: 33_333 }));
  somePictures();
  const unfollow = followFrames(video);
  announce();
  const { current, nextFrame } = framesOf(video);
  const first = current();
  const waiting = nextFrame(never);
  await jest.advanceTimersByTimeAsync(500);
  await waiting;
  expect(current()).toBe(first);
  unfollow();
  jest.useRealTimers();
});

test('leaving the page ends waits and subscriptions for frames', async () => {
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

test('frames of two videos never share an ID, because a retaken tile comes from another video than the rest of its picture', () => {
  const show = somePictures();
  show(7);
  const [first, second] = [document.createElement('video'), document.createElement('video')].map((video) => framesOf(video));
  expect(second!.current()).not.toBe(first!.current());
});

test('without announcements a frame is identified by its image, not by the time of the stream', () => {
  const video = document.createElement('video');
  const show = somePictures();
  const { current } = framesOf(video);
  show(7);
  const first = current();
  Object.defineProperty(video, 'currentTime', { value: 3.5 });
  expect(current()).toBe(first);
  show(8);
  expect(current()).not.toBe(first);
});
