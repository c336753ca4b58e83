import type { Page } from '@playwright/test';
import type { Cell, Layout } from '../../apps/demos-cameras/src/engine/layouts.ts';
import { downloadPicture, readPicture } from './camera.ts';
import { sharingOf, shutterOf } from './camera-page.ts';
import { installCodedCamera, readColor, showFrame, VIDEO } from './coded-camera.ts';
import type { CollagePage } from './collage-pages.ts';
import { expect, stopClock } from './journey.ts';

export const centerOf = ({ corners }: Cell) => ({
  x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
  y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
});

/** Position of a point of the finished picture in the camera's frame: cover-cropped, centered, undistorted; 0 to 1. */
export function seenAt(point: { x: number; y: number }, layout: Layout) {
  const scale = Math.max(layout.width / VIDEO.width, layout.height / VIDEO.height);
  return {
    x: 0.5 + (point.x - layout.width / 2) / scale / VIDEO.width,
    y: 0.5 + (point.y - layout.height / 2) / scale / VIDEO.height,
  };
}

interface Run {
  /** When each photo was drawn into the picture, in milliseconds of the page's clock. */
  shots: number[];
  /** Where each photo was drawn: left, top, width, height. */
  places: number[][];
  /** Every string shown by the counter and the line beside it. */
  texts: string[];
  isShutterDisabled: boolean[];
  /** When a request with data began. */
  sends: number[];
}

/** Gives the page the coded camera, and records what happens between the shutter and the result. Install it before the page is opened. */
export async function watch(page: Page) {
  await installCodedCamera(page);
  await page.addInitScript(() => {
    const run: Run = { shots: [], places: [], texts: [], isShutterDisabled: [], sends: [] };
    Object.assign(window, { run });
    let lastPlace = '';
    const draw = CanvasRenderingContext2D.prototype.drawImage;
    CanvasRenderingContext2D.prototype.drawImage = function drawAndNote(this: CanvasRenderingContext2D, ...args: unknown[]) {
      // The first and the last photo of an open layout are drawn from a still.
      const isSource = args[0] instanceof HTMLVideoElement || args[0] instanceof HTMLCanvasElement;
      const isPhoto = isSource && args.length === 9 && this.canvas.isConnected && !this.canvas.hasAttribute('role');
      // A frame that changed while it was drawn is drawn again in the same place, which counts as one photo.
      const place = args.slice(5).join();
      if (isPhoto && place !== lastPlace) {
        run.shots.push(performance.now());
        const shutter = document.querySelector<HTMLButtonElement>('button[aria-label="Take the photos"]');
        run.isShutterDisabled.push(shutter?.ariaDisabled !== 'false');
        run.places.push(args.slice(5).map(Number));
      }
      if (isPhoto) lastPlace = place;
      Reflect.apply(draw, this, args);
    } as typeof draw;
    const send = window.fetch;
    window.fetch = (input, init) => {
      if (init?.body) run.sends.push(performance.now());
      return send(input, init);
    };
    new MutationObserver(() => {
      for (const element of document.querySelectorAll('[data-counter], dialog[aria-label=Camera] [role=status]')) {
        const text = element.textContent ?? '';
        if (!run.texts.includes(text)) run.texts.push(text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

export const runOf = (page: Page) => page.evaluate(() => (window as unknown as { run: Run }).run);

/** Discards the records so far. */
const restart = (page: Page) =>
  page.evaluate(() => {
    for (const list of Object.values((window as unknown as { run: Run }).run)) list.length = 0;
  });

/**
 * How many photos show the same frame: a camera at 30 frames per second cannot keep up with a hundred photos a second; at all
 * other rates each photo has its own frame.
 */
const photosPerFrame = ({ intervalMs }: CollagePage): number => (intervalMs < 33 ? 3 : 1);

/** Number of the frame in photo n, both counted from 0. */
export const frameOf = (collage: CollagePage, photo: number): number => Math.floor(photo / photosPerFrame(collage));

/** Opens the capture dialog, with the first frame in its view. */
export async function openCodedCaptureDialog(page: Page, { start }: CollagePage): Promise<void> {
  await page.getByRole('button', { name: start }).click();
  await showFrame(page, 0);
  await expect(shutterOf(page)).toBeEnabled();
}

/** Presses the shutter and takes `count` photos at the pace of the page's clock, which stops afterward. */
export async function takePhotos(page: Page, collage: CollagePage, count: number = collage.count): Promise<void> {
  await stopClock(page);
  await restart(page);
  await shutterOf(page).click();
  // React shows the picture in real time; the first photo is due at the next timer.
  await expect(page.locator('dialog video + div canvas')).toBeAttached();
  const [together, { intervalMs }] = [photosPerFrame(collage), collage];
  for (let photo = 0; photo < count; photo += together) {
    if (photo > 0) await showFrame(page, frameOf(collage, photo));
    const taken = Math.min(together, count - photo);
    await page.clock.runFor(photo === 0 ? (taken - 1) * intervalMs + 1 : taken * intervalMs);
  }
}

/** Takes a picture from Start to its result. */
export async function takePicture(page: Page, collage: CollagePage, count: number = collage.count): Promise<Run> {
  await sharingOf(page).check();
  await openCodedCaptureDialog(page, collage);
  await takePhotos(page, collage, count);
  await page.clock.resume();
  await expect(page.getByRole('heading', { name: collage.result })).toBeVisible();
  return runOf(page);
}

export async function readMoments(page: Page, { download, layout }: CollagePage) {
  const { content, name } = await downloadPicture(page, download);
  const places = [...layout.cells, ...layout.gaps];
  const { colors, ...size } = await readPicture(page, content, places.map(centerOf), 12);
  const readings = colors.map((color, n) => ({ ...readColor(color), at: centerOf(places[n]!) }));
  // A code just under zero is rounded to minus zero, which counts as different: adding zero makes it zero.
  return { name, content, size, readings, codes: readings.map(({ code }) => Math.round(code) + 0) };
}

/** Expects every place in the saved picture to show the same place in the camera's frame. */
export function expectSeenAt(readings: Awaited<ReturnType<typeof readMoments>>['readings'], layout: Layout, isMirrored = false) {
  for (const [n, { x, y, at }] of readings.entries()) {
    const seen = seenAt(isMirrored ? { ...at, x: layout.width - at.x } : at, layout);
    expect(Math.abs(x - seen.x), `photo ${n + 1} across: ${x} instead of ${seen.x}`).toBeLessThan(0.02);
    expect(Math.abs(y - seen.y), `photo ${n + 1} down: ${y} instead of ${seen.y}`).toBeLessThan(0.02);
  }
}
