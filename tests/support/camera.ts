import { readFile } from 'node:fs/promises';
import type { LaunchOptions, Page, Request } from '@playwright/test';
import config, { CHROMIUM_PATH } from '../playwright.config.ts';
import type { Color } from './coded-camera.ts';

const launches = new Map<string, LaunchOptions>();

/**
 * Launch options of the whole browser, with the cameras that the flags describe: they cannot be changed once the browser is running.
 * The same flags return the same object, which lets the runner share a worker and its browser between spec files.
 */
export function launchWith(...flags: string[]): LaunchOptions {
  const { args = [], ...others } = config.use?.launchOptions ?? {};
  const key = flags.join(' ');
  const options = launches.get(key) ?? { ...others, executablePath: CHROMIUM_PATH, args: [...args, ...flags] };
  launches.set(key, options);
  return options;
}

/** For tests that need more than the engine, such as a microphone or a screenshot of the whole browser. */
export const WHOLE_BROWSER = launchWith();

export const fakeCameras = (count: number, fps = 30) => `--use-fake-device-for-media-stream=device-count=${count},fps=${fps}`;

/** The browser of every journey with a camera. Frames are drawn without a graphics card, so there are few of them. */
export const SLOW_CAMERAS = launchWith(fakeCameras(2, 10));

interface SavedPicture {
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;
}

export interface GalleryStub {
  /** Every attempted save, including refused ones. */
  readonly tried: SavedPicture[];
  readonly removed: { readonly id: string; readonly token: string | undefined }[];
  /** How often the list was requested. */
  lists: number;
  /** Refuses the next save with this status. */
  failNext: number | null;
  /** Refuses removals. */
  keepsAll: boolean;
  /** Saves get no response until this resolves. */
  hold: Promise<void> | null;
  /** The next pictures are held for the owner. */
  isHeld: boolean;
}

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Responds to the gallery's requests like the server. */
export async function stubGallery(page: Page): Promise<GalleryStub> {
  const stub: GalleryStub = { tried: [], removed: [], lists: 0, failNext: null, keepsAll: false, hold: null, isHeld: false };
  const rowOf = (number: number) => ({
    id: idOf(number),
    imageUrl: `/api/kaleidoscope-submissions/${idOf(number)}/image`,
    thumbnailUrl: `/api/kaleidoscope-submissions/${idOf(number)}/thumbnail`,
    width: 800,
    height: 1000,
    flowerCount: 20,
    exhibit: 'collage',
    createdAt: '2026-11-20T10:00:00.000Z',
  });
  await page.route('**/api/kaleidoscope-submissions**', async (route) => {
    const request: Request = route.request();
    const headers = await request.allHeaders();
    if (request.method() === 'POST') {
      stub.tried.push({ body: request.postDataJSON() as Record<string, unknown>, headers });
      const number = stub.tried.length;
      await stub.hold;
      if (stub.failNext !== null) {
        const status = stub.failNext;
        stub.failNext = null;
        return route.fulfill({ status, json: { error: 'no', code: 'unavailable', requestId: '1' } });
      }
      return route.fulfill({
        status: 201,
        json: { ...rowOf(number), deleteToken: `token-${number}`, status: stub.isHeld ? 'held' : 'listed' },
      });
    }
    if (request.method() === 'DELETE') {
      if (stub.keepsAll) return route.fulfill({ status: 503, json: { error: 'no', code: 'unavailable', requestId: '1' } });
      stub.removed.push({ id: request.url().split('/').at(-1) ?? '', token: headers['x-delete-token'] });
      return route.fulfill({ status: 204 });
    }
    if (request.url().endsWith('/statistics')) return route.fulfill({ json: { pictures: 0, photos: 0, averagePhotos: 0 } });
    stub.lists += 1;
    return route.fulfill({ json: [] });
  });
  return stub;
}

interface CameraCounts {
  readonly opened: number;
  readonly stopped: number;
  readonly live: number;
}

/** Counts the cameras opened, stopped and still running since the page was loaded. Install it before that. */
export async function countCameras(page: Page): Promise<() => Promise<CameraCounts>> {
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    const stops: MediaStreamTrack[] = [];
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    let pending = 0;
    mediaDevices.getUserMedia = async (constraints) => {
      pending += 1;
      try {
        const stream = await open(constraints);
        tracks.push(...stream.getTracks());
        return stream;
      } finally {
        pending -= 1;
      }
    };
    const stop = MediaStreamTrack.prototype.stop;
    MediaStreamTrack.prototype.stop = function stopAndCount() {
      stops.push(this);
      stop.call(this);
    };
    const counts = () => ({
      opened: tracks.length,
      stopped: stops.length,
      live: tracks.filter((track) => track.readyState === 'live').length,
    });
    Object.assign(window, { cameraCounts: counts, cameraTracks: tracks, pendingCameras: () => pending });
  });
  return () => page.evaluate(() => (window as unknown as { cameraCounts(): CameraCounts }).cameraCounts());
}

/** How many requested cameras the browser has neither opened nor refused yet. */
export const pendingCameras = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { pendingCameras(): number }).pendingCameras());

/** Gives the fake cameras names, from which the page tells which way they face; additional devices keep their own. */
export async function nameCameras(page: Page, names: readonly string[]): Promise<void> {
  await page.addInitScript((labels) => {
    const { mediaDevices } = navigator;
    const list = mediaDevices.enumerateDevices.bind(mediaDevices);
    mediaDevices.enumerateDevices = async () => {
      const devices = await list();
      const cameras = devices.filter(({ kind }) => kind === 'videoinput');
      return devices.map((device) => {
        const label = labels[cameras.indexOf(device)];
        if (label === undefined) return device;
        return new Proxy(device, {
          get: (target, key) => {
            if (key === 'label') return label;
            const value: unknown = Reflect.get(target, key, target);
            return typeof value === 'function' ? value.bind(target) : value;
          },
        });
      });
    };
  }, names);
}

/** Presses a download button and reads the file. */
export async function downloadPicture(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

interface PictureReading {
  readonly width: number;
  readonly height: number;
  readonly colors: readonly Color[];
}

/** Size of a picture, and the mean color around each of these points. */
export function readPicture(
  page: Page,
  content: Buffer,
  points: readonly { x: number; y: number }[],
  reach: number,
): Promise<PictureReading> {
  return page.evaluate(
    async ({ bytes, places, half }) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d', { willReadFrequently: true })!;
      context.drawImage(bitmap, 0, 0);
      const colors = places.map(({ x, y }) => {
        const { data } = context.getImageData(Math.round(x - half), Math.round(y - half), 2 * half, 2 * half);
        const sum = [0, 0, 0];
        for (let i = 0; i < data.length; i += 4) for (const c of [0, 1, 2]) sum[c]! += data[i + c]!;
        const [r, g, b] = sum.map((total) => total / (data.length / 4));
        return { r: r!, g: g!, b: b! };
      });
      return { width: bitmap.width, height: bitmap.height, colors };
    },
    { bytes: content.toString('base64'), places: points, half: reach },
  );
}
