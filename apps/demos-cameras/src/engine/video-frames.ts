import { onNextFrame } from '@site/stage';
import type { FrameId, FrameSource } from './take-shots.ts';

/** Resolves after a delay. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      window.clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = window.setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** The media time of the frame that each followed video announced last, in seconds. */
const announced = new WeakMap<HTMLVideoElement, FrameId>();

const announces = (video: HTMLVideoElement): boolean => 'requestVideoFrameCallback' in video;

/**
 * Records every frame that a video announces, so that shots can be identified by it.
 * @returns stops recording
 */
export function followFrames(video: HTMLVideoElement): () => void {
  if (!announces(video)) return () => {};
  let handle = video.requestVideoFrameCallback(note);
  function note(_now: number, { mediaTime }: VideoFrameCallbackMetadata) {
    announced.set(video, mediaTime);
    handle = video.requestVideoFrameCallback(note);
  }
  return () => video.cancelVideoFrameCallback(handle);
}

/** Firefox gives time stamps of video frames in whole seconds, which identify no frame. */
const COARSE_MICROSECONDS = 1_000_000;

/** The time stamp of the frame that is shown, if this browser has one that identifies it. Wrapping a frame copies nothing. */
function timestampOf(video: HTMLVideoElement): FrameId | undefined {
  if (!('VideoFrame' in window) || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
  try {
    const frame = new VideoFrame(video);
    const { timestamp } = frame;
    frame.close();
    return timestamp % COARSE_MICROSECONDS === 0 ? undefined : timestamp;
  } catch {
    // The video has no frame or belongs to another origin: its frames are identified in another way.
    return undefined;
  }
}

/** Large enough for camera noise to change it in every frame, small enough to be read back quickly. */
const PRINT = { width: 32, height: 24 };
const prints = new WeakMap<HTMLVideoElement, CanvasRenderingContext2D>();

function printContextOf(video: HTMLVideoElement): CanvasRenderingContext2D | null {
  const known = prints.get(video);
  if (known) return known;
  const context = Object.assign(document.createElement('canvas'), PRINT).getContext('2d', { willReadFrequently: true });
  if (context) prints.set(video, context);
  return context;
}

/** Identifies a frame by its pixels, for browsers that announce none. `currentTime` advances between frames and is useless here. */
function fingerprintOf(video: HTMLVideoElement): FrameId {
  const context = printContextOf(video);
  if (!context) return 0;
  context.drawImage(video, 0, 0, PRINT.width, PRINT.height);
  // FNV-1a, 32 bits.
  let hash = 0x811c9dc5;
  for (const byte of context.getImageData(0, 0, PRINT.width, PRINT.height).data) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

/** Before its first announcement a video has shown at most one frame. */
const FIRST_FRAME: FrameId = -1;

/**
 * A video may show a frame before announcing it, so that identifying frames by announcements alone lags behind: of 64 shots of 64
 * frames it counted 61. The time stamp of the shown frame takes precedence.
 */
function frameIdOf(video: HTMLVideoElement): FrameId {
  return timestampOf(video) ?? (announces(video) ? (announced.get(video) ?? FIRST_FRAME) : fingerprintOf(video));
}

/** The frames of a playing video; where the browser announces frames, `followFrames` must run. */
export function framesOf(video: HTMLVideoElement): FrameSource {
  return {
    now: () => performance.now(),
    wait,
    current: () => frameIdOf(video),
    nextFrame: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const cancel = announces(video) ? onFrame(video, done) : onNextFrame(done);
        function done() {
          signal.removeEventListener('abort', stop);
          resolve();
        }
        function stop() {
          cancel();
          reject(signal.reason);
        }
        signal.addEventListener('abort', stop, { once: true });
      }),
  };
}

function onFrame(video: HTMLVideoElement, done: () => void): () => void {
  const handle = video.requestVideoFrameCallback((_now, { mediaTime }) => {
    // This callback may run before that of `followFrames`.
    announced.set(video, mediaTime);
    done();
  });
  return () => video.cancelVideoFrameCallback(handle);
}
