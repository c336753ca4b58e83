import { encodeLoop } from './encode-loop.ts';
import type { LoopPlan, Pixels } from './loop.model.ts';

export interface LoopRequest {
  readonly picture: Blob;
  readonly plan: LoopPlan;
}

/** The share of the frames encoded so far, 0 to 1; finally the file. */
export type LoopReport = { readonly done: number } | { readonly file: Blob };

async function readPixels(picture: Blob, { width, height }: LoopPlan): Promise<Pixels> {
  const bitmap = await createImageBitmap(picture);
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}

// TypeScript's types for workers and for documents exclude each other; these globals are the same in both.
const report = (message: LoopReport) => postMessage(message);

async function make({ picture, plan }: LoopRequest): Promise<void> {
  const pixels = await readPixels(picture, plan);
  const file = await encodeLoop(plan, pixels, (frame) => report({ done: frame / plan.frames.length }));
  report({ file });
}

// The worker's error event reports every failure to the page.
addEventListener('message', ({ data }: MessageEvent<LoopRequest>) => void make(data).catch(reportError));
