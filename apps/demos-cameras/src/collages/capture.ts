import { encodeCanvas } from '../engine/encode.ts';
import type { Layout } from '../engine/layouts.ts';
import { createMosaic, type Mosaic } from '../engine/mosaic.ts';
import { takeShots, type FrameId } from '../engine/take-shots.ts';
import { framesOf, wait } from '../engine/video-frames.ts';
import type { Recipe } from './recipe.ts';

/** Between the last photo and composing. */
const PAUSE_MS = 500;
const COUNTDOWN_FROM = 3;
/** JPEG quality of every saved picture. Individual photos are drawn uncompressed. */
const JPEG_QUALITY = 0.9;

export type Phase = 'ready' | 'countdown' | 'capturing' | 'pause' | 'composing';

export interface CaptureOptions {
  readonly hasCountdown: boolean;
  readonly onlyNewFrames: boolean;
  /** After the last cell, more photos are taken to fill the gaps. */
  readonly fillsGaps: boolean;
  /** The saved picture is mirrored. */
  readonly isMirrored: boolean;
}

export interface Collage {
  readonly mosaic: Mosaic;
  readonly picture: Blob;
  /** The camera frame behind each cell. */
  readonly frames: readonly FrameId[];
  readonly milliseconds: number;
}

/** How many photos a picture takes. */
export const photosOf = ({ count, gapCount = 0 }: Recipe, { fillsGaps }: CaptureOptions): number =>
  fillsGaps ? count + gapCount : count;

interface Events {
  readonly onPhase: (phase: Phase) => void;
  readonly onCountdown: (left: number) => void;
  /** The empty picture, before the first photo. */
  readonly onMosaic: (mosaic: Mosaic) => void;
  /** After each photo; counted from 1. */
  readonly onPhoto: (photo: number) => void;
}

/** Takes a collage's photos and draws them into its picture. Rejects with the signal's reason if it aborts, and keeps nothing. */
export async function capture(
  video: HTMLVideoElement,
  recipe: Recipe,
  layout: Layout,
  options: CaptureOptions,
  { onPhase, onCountdown, onMosaic, onPhoto }: Events,
  signal: AbortSignal,
): Promise<Collage> {
  const { intervalMs } = recipe;
  const count = photosOf(recipe, options);
  const { hasCountdown, onlyNewFrames, isMirrored } = options;
  if (hasCountdown) {
    onPhase('countdown');
    for (let left = COUNTDOWN_FROM; left > 0; left -= 1) {
      onCountdown(left);
      await wait(1000, signal);
    }
  }
  onPhase('capturing');
  const mosaic = createMosaic(layout, count, isMirrored);
  onMosaic(mosaic);
  // Let the dialog show its capturing state before the first photo is taken.
  await wait(0, signal);
  const takePhoto = (shot: number) => {
    mosaic.shoot(video, shot);
    onPhoto(shot + 1);
  };
  const { frames, milliseconds } = await takeShots(framesOf(video), { count, intervalMs, onlyNewFrames }, takePhoto, signal);
  onPhase('pause');
  await wait(PAUSE_MS, signal);
  onPhase('composing');
  await wait(0, signal);
  mosaic.finish();
  // Encode in a separate task.
  await wait(0, signal);
  const picture = await encodeCanvas(mosaic.canvas, 'image/jpeg', JPEG_QUALITY);
  signal.throwIfAborted();
  return { mosaic, picture, frames, milliseconds };
}

/**
 * Retakes one cell of a collage from the video and returns the new collage; the original does not change. Rejects with the signal's
 * reason if it aborts.
 */
export async function retake(collage: Collage, video: HTMLVideoElement, cell: number, signal: AbortSignal): Promise<Collage> {
  const frame = framesOf(video).current();
  const mosaic = collage.mosaic.copy();
  mosaic.shoot(video, cell);
  const picture = await encodeCanvas(mosaic.canvas, 'image/jpeg', JPEG_QUALITY);
  signal.throwIfAborted();
  return { ...collage, mosaic, picture, frames: collage.frames.map((old, index) => (index === cell ? frame : old)) };
}
