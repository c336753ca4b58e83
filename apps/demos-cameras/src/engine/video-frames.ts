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

/** What is known about a video from its announced frames. */
interface Announcements {
  readonly count: number;
  /** How many of them in a row had an early timestamp. */
  readonly early: number;
  /** True if timestamps do not identify frames in this browser. */
  readonly isCoarse: boolean;
}

const announcements = new WeakMap<HTMLVideoElement, Announcements>();

const announces = (video: HTMLVideoElement): boolean => 'requestVideoFrameCallback' in video;

/**
 * Firefox counts seconds instead of microseconds from the start of the stream, so that all frames within a second have the same
 * timestamp. In microseconds only the first frame is as early as this; in seconds, those of the first half hour. So an early
 * timestamp never identifies a frame: the browser need not be known before the first shot.
 */
const EARLY = 2_000;
/** After this many early announcements the browser counts seconds, and later timestamps identify nothing either. */
const EARLY_IN_SECONDS = 3;

function noteAnnouncement(video: HTMLVideoElement): void {
  const timestamp = timestampOf(video);
  const before = announcements.get(video);
  const early = timestamp !== undefined && timestamp < EARLY ? (before?.early ?? 0) + 1 : 0;
  const isCoarse = before?.isCoarse === true || early >= EARLY_IN_SECONDS;
  announcements.set(video, { count: (before?.count ?? 0) + 1, early, isCoarse });
}

/** Records every frame that a video announces, so that shots can be identified by them; the returned function stops it. */
export function followFrames(video: HTMLVideoElement): () => void {
  if (!announces(video)) return () => {};
  let handle = video.requestVideoFrameCallback(note);
  function note() {
    noteAnnouncement(video);
    handle = video.requestVideoFrameCallback(note);
  }
  return () => video.cancelVideoFrameCallback(handle);
}

/** The timestamp of the shown frame itself, if this browser has one. Wrapping a frame copies nothing. */
function timestampOf(video: HTMLVideoElement): number | undefined {
  if (!('VideoFrame' in window) || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
  try {
    const frame = new VideoFrame(video);
    const { timestamp } = frame;
    frame.close();
    return timestamp;
  } catch {
    // The video has no frame or belongs to another origin: its frames are identified in another way.
    return undefined;
  }
}

/** Large enough for camera noise to change it in every frame, small enough to be read back quickly. */
const FINGERPRINT_SIZE = { width: 32, height: 24 };
const fingerprintContexts = new WeakMap<HTMLVideoElement, CanvasRenderingContext2D>();

function fingerprintContextOf(video: HTMLVideoElement): CanvasRenderingContext2D | null {
  const known = fingerprintContexts.get(video);
  if (known) return known;
  const canvas = Object.assign(document.createElement('canvas'), FINGERPRINT_SIZE);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context) fingerprintContexts.set(video, context);
  return context;
}

function fingerprintOf(video: HTMLVideoElement): number {
  const context = fingerprintContextOf(video);
  if (!context) return 0;
  const { width, height } = FINGERPRINT_SIZE;
  context.drawImage(video, 0, 0, width, height);
  // FNV-1a, 32 bits.
  let hash = 0x811c9dc5;
  for (const byte of context.getImageData(0, 0, width, height).data) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

/** Longer than a camera takes for a frame in the dark. */
const SILENT_MS = 500;
/** Videos that play without announcements, as in WebKitGTK 2.50: their image is read once per frame of the display. */
const silent = new WeakSet<HTMLVideoElement>();

interface Named {
  readonly id: FrameId;
  readonly fingerprint: number;
  /** Number of announcements when the frame was identified. */
  readonly announced: number;
}
const named = new WeakMap<HTMLVideoElement, Named>();
/** Shared by all videos, because one picture may contain frames of two. Negative, unlike any timestamp. */
let lastPictureId: FrameId = 0;
/**
 * A covered lens gives identical images: after this many announcements it must be another frame anyway. Fewer do not prove that,
 * because the first ones may be late and belong to this frame or earlier ones: with 2, Firefox counted 20 frames where only 8
 * images differed.
 */
const ANNOUNCED_LATER = 8;

/** Identifies a frame by its image. `currentTime` also advances between frames, and announcements come late. */
function pictureIdOf(video: HTMLVideoElement): FrameId {
  const fingerprint = fingerprintOf(video);
  const announced = announcements.get(video)?.count ?? 0;
  const before = named.get(video);
  if (before && before.fingerprint === fingerprint && announced - before.announced < ANNOUNCED_LATER) return before.id;
  lastPictureId -= 1;
  named.set(video, { id: lastPictureId, fingerprint, announced });
  return lastPictureId;
}

/**
 * A video may show a frame before announcing it, so identification by announcements alone lags behind: of 64 shots of 64 frames
 * it counted 61. Therefore the timestamp of the shown frame itself comes first, then its image.
 */
function frameIdOf(video: HTMLVideoElement): FrameId {
  const isUnreliable = announcements.get(video)?.isCoarse === true || silent.has(video);
  const timestamp = isUnreliable ? undefined : timestampOf(video);
  return timestamp === undefined || timestamp < EARLY ? pictureIdOf(video) : timestamp;
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
        const cancel = announces(video) && !silent.has(video) ? onFrame(video, done) : onNextFrame(done);
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
  const handle = video.requestVideoFrameCallback(finish);
  const timer = window.setTimeout(() => {
    // A video that has announced frames is only slow. Identified differently, the frame it still shows would count as a new one.
    if (!announcements.has(video)) silent.add(video);
    finish();
  }, SILENT_MS);
  function cancel() {
    window.clearTimeout(timer);
    video.cancelVideoFrameCallback(handle);
  }
  function finish() {
    cancel();
    done();
  }
  return cancel;
}
