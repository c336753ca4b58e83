import type { Page } from '@playwright/test';

/**
 * A camera whose frames encode time and place: brightness is the frame's number modulo 24, the two color channels are the distances
 * from the left and from the top. Whatever part of a frame a page cuts out can be decoded.
 */
export const VIDEO = { width: 320, height: 240, codes: 24 } as const;

const LUMA_FIRST = 92;
const LUMA_STEP = 3;
const CHROMA_FIRST = 88;
const CHROMA_SPAN = 80;

/** How often to look for a video that receives frames: a frame sent earlier is lost. */
const POLL_MS = 50;
/**
 * A frame that was lost anyway is sent again, but rarely: a busy video shows every copy later, and the page ignores the
 * timestamps of a video that reports the same one three times in a row.
 */
const POLLS_BEFORE_RESENDING = 100;

interface CodedCamera {
  show(frame: number): Promise<void>;
}

/** Specific to Chromium and unknown to TypeScript's DOM library. */
interface VideoTrackGenerator extends MediaStreamTrack {
  readonly writable: WritableStream<VideoFrame>;
}

/**
 * Replaces the device's cameras with the coded one, which sends nothing until `showFrame`. Install it before the page is opened.
 */
export async function installCodedCamera(page: Page): Promise<void> {
  await page.addInitScript(
    ({ width, height, codes, lumaFirst, lumaStep, chromaFirst, chromaSpan, pollMs, pollsBeforeResending }) => {
      // The page's clock may be stopped; frames are sent in real time.
      const { setInterval, clearInterval } = window;
      let writer: WritableStreamDefaultWriter<VideoFrame> | undefined;
      navigator.mediaDevices.getUserMedia = () => {
        const { MediaStreamTrackGenerator } = window as unknown as {
          MediaStreamTrackGenerator: new (options: { kind: string }) => VideoTrackGenerator;
        };
        const track = new MediaStreamTrackGenerator({ kind: 'video' });
        writer = track.writable.getWriter();
        return Promise.resolve(new MediaStream([track]));
      };
      const timestampOf = (frame: number) => (frame + 1) * 33_333;
      const pictureOf = (frame: number) => {
        const [halfWidth, halfHeight] = [width / 2, height / 2];
        const luma = width * height;
        const bytes = new Uint8Array(luma * 1.5).fill(lumaFirst + (frame % codes) * lumaStep, 0, luma);
        for (let y = 0; y < halfHeight; y += 1) {
          for (let x = 0; x < halfWidth; x += 1) {
            bytes[luma + y * halfWidth + x] = Math.round(chromaFirst + (chromaSpan * (x + 0.5)) / halfWidth);
            bytes[luma * 1.25 + y * halfWidth + x] = Math.round(chromaFirst + (chromaSpan * (y + 0.5)) / halfHeight);
          }
        }
        return new VideoFrame(bytes, {
          format: 'I420',
          codedWidth: width,
          codedHeight: height,
          timestamp: timestampOf(frame),
          // BT.601; readColor is its inverse.
          colorSpace: { primaries: 'smpte170m', transfer: 'smpte170m', matrix: 'smpte170m', fullRange: false },
        });
      };
      const shownIn = (video: HTMLVideoElement) => {
        if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
        const shown = new VideoFrame(video);
        const { timestamp } = shown;
        shown.close();
        return timestamp;
      };
      const codedCamera: CodedCamera = {
        show: (frame) =>
          new Promise((resolve) => {
            let watched: HTMLVideoElement | null = null;
            const look = (video: HTMLVideoElement) => {
              if (shownIn(video) === timestampOf(frame)) {
                clearInterval(timer);
                resolve();
              } else video.requestVideoFrameCallback(() => look(video));
            };
            const send = () => {
              // A camera that was switched off meanwhile gets no frame.
              writer?.write(pictureOf(frame)).catch(() => {});
            };
            let polls = 0;
            const watch = () => {
              const video = document.querySelector<HTMLVideoElement>('dialog[open] video');
              polls += 1;
              if (video?.srcObject && video !== watched) {
                watched = video;
                send();
                look(video);
              } else if (polls % pollsBeforeResending === 0) send();
            };
            const timer = setInterval(watch, pollMs);
            watch();
          }),
      };
      Object.assign(window, { codedCamera });
    },
    {
      ...VIDEO,
      lumaFirst: LUMA_FIRST,
      lumaStep: LUMA_STEP,
      chromaFirst: CHROMA_FIRST,
      chromaSpan: CHROMA_SPAN,
      pollMs: POLL_MS,
      pollsBeforeResending: POLLS_BEFORE_RESENDING,
    },
  );
}

/** Sends the frame with this number, counted from 0, to the open dialog, and waits until its view shows it. */
export const showFrame = (page: Page, frame: number): Promise<void> =>
  page.evaluate((number) => (window as unknown as { codedCamera: CodedCamera }).codedCamera.show(number), frame);

export interface Color {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

interface Reading {
  /** Frame number modulo 24; its fraction is a measure of uncertainty. */
  readonly code: number;
  /** Position in the camera's frame, 0 to 1 from the left and from the top. */
  readonly x: number;
  readonly y: number;
}

/** Decodes a mean color into time and place: the inverse of BT.601 with video range. */
export function readColor({ r, g, b }: Color): Reading {
  const luma = 16 + 0.256788 * r + 0.504129 * g + 0.097906 * b;
  const blue = 128 - 0.148223 * r - 0.290993 * g + 0.439216 * b;
  const red = 128 + 0.439216 * r - 0.367788 * g - 0.071427 * b;
  return {
    code: (luma - LUMA_FIRST) / LUMA_STEP,
    x: (blue - CHROMA_FIRST) / CHROMA_SPAN,
    y: (red - CHROMA_FIRST) / CHROMA_SPAN,
  };
}
