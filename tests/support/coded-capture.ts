import type { Page } from '@playwright/test';
import type { Cell, Layout } from '../../apps/demos-cameras/src/engine/layouts.ts';
import { downloadPicture, readPicture } from './camera.ts';
import { sharingOf } from './camera-room.ts';
import { readColour, VIDEO } from './coded-video.ts';
import type { CollagePage } from './collage-pages.ts';
import { expect } from './test.ts';

export const centreOf = ({ corners }: Cell) => ({
  x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
  y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
});

/** Where a point of the finished picture lies in the camera's picture: cover-cropped, centred, undistorted; 0 to 1. */
export function seenAt(point: { x: number; y: number }, layout: Layout) {
  const scale = Math.max(layout.width / VIDEO.width, layout.height / VIDEO.height);
  return {
    x: 0.5 + (point.x - layout.width / 2) / scale / VIDEO.width,
    y: 0.5 + (point.y - layout.height / 2) / scale / VIDEO.height,
  };
}

interface Run {
  /** When each photo was drawn into the picture, and when the page began, in milliseconds. */
  shots: number[];
  /** Where each photo was drawn: left, top, width, height. */
  places: number[][];
  /** Every text that the counter and the line beside it have shown. */
  texts: string[];
  isShutterDisabled: boolean[];
  /** When a request with data began. */
  sends: number[];
}

/** Notes what happens between the shutter and the result. */
export async function watch(page: Page) {
  await page.addInitScript(() => {
    const run: Run = { shots: [], places: [], texts: [], isShutterDisabled: [], sends: [] };
    Object.assign(window, { run });
    let lastPlace = '';
    const draw = CanvasRenderingContext2D.prototype.drawImage;
    CanvasRenderingContext2D.prototype.drawImage = function drawAndNote(this: CanvasRenderingContext2D, ...args: unknown[]) {
      // The first and the last photo of an open layout come by way of a still.
      const isSource = args[0] instanceof HTMLVideoElement || args[0] instanceof HTMLCanvasElement;
      const isPhoto = isSource && args.length === 9 && this.canvas.isConnected && !this.canvas.hasAttribute('role');
      // A picture that changed while it was drawn is drawn again at the same place; that is one photo.
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

/** Forgets what was noted so far. */
const restart = (page: Page) =>
  page.evaluate(() => {
    for (const list of Object.values((window as unknown as { run: Run }).run)) list.length = 0;
  });

export async function takePicture(page: Page, { start, result }: CollagePage): Promise<Run> {
  await sharingOf(page).check();
  await page.getByRole('button', { name: start }).click();
  const shutter = page.getByRole('button', { name: 'Take the photos' });
  await expect(shutter).toBeEnabled();
  await restart(page);
  await shutter.click();
  await expect(page.getByRole('heading', { name: result })).toBeVisible();
  return runOf(page);
}

export async function readMoments(page: Page, { download, layout }: CollagePage) {
  const { content, name } = await downloadPicture(page, download);
  const places = [...layout.cells, ...layout.gaps];
  const { colours, ...size } = await readPicture(page, content, places.map(centreOf), 12);
  const readings = colours.map((colour, n) => ({ ...readColour(colour), at: centreOf(places[n]!) }));
  // A rounded code just under zero would be minus zero, which counts as another.
  return { name, content, size, readings, codes: readings.map(({ code }) => Math.round(code) + 0) };
}

export const stepsOf = (codes: readonly number[]) =>
  codes.slice(1).map((code, n) => (code - codes[n]! + VIDEO.codes) % VIDEO.codes);
