import type { FrameSource } from './take-shots.ts';

/** Resolves after a time of the page's own timer. */
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

/** When the shown picture was taken, by the clock of the stream. Wrapping a picture copies nothing. */
function momentOf(video: HTMLVideoElement): number {
  if (!('VideoFrame' in window) || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return video.currentTime;
  const frame = new VideoFrame(video);
  const moment = frame.timestamp;
  frame.close();
  return moment;
}

/** The pictures that a playing video shows. */
export function framesOf(video: HTMLVideoElement): FrameSource {
  return {
    now: () => performance.now(),
    wait,
    current: () => momentOf(video),
    nextFrame: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        // Not every browser announces a video's frames; the next animation frame is then asked instead.
        const announces = 'requestVideoFrameCallback' in video;
        const handle = announces ? video.requestVideoFrameCallback(done) : requestAnimationFrame(done);
        function done() {
          signal.removeEventListener('abort', stop);
          resolve();
        }
        function stop() {
          if (announces) video.cancelVideoFrameCallback(handle);
          else cancelAnimationFrame(handle);
          reject(signal.reason);
        }
        signal.addEventListener('abort', stop, { once: true });
      }),
  };
}
