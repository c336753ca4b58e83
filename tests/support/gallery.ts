import { crc32, deflateSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import type { Exhibit, NewSubmission, Submission } from '@site/contracts';
import { createRandom } from '../../libs/sim/src/random.ts';

const PATH = '/api/kaleidoscope-submissions';

export const GALLERY_PATH = '/projects/kaleidoscope-gallery';
/** For `page.route`. */
export const GALLERY_API = `**${PATH}`;
export const tilesOf = (page: Page): Locator => page.getByRole('main').locator('li[aria-posinset] a');
export const lightboxOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Picture' });

function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of large colored tiles that differ from seed to seed, so that no two pictures count as duplicates. */
function makePicture(seed: number, size = 96): Buffer {
  const random = createRandom(seed);
  const tiles = Array.from({ length: 64 }, () => [random(), random(), random()].map((part) => Math.floor(part * 256)));
  const rows = Buffer.alloc(size * (1 + size * 3));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const tile = tiles[Math.floor((y * 8) / size) * 8 + Math.floor((x * 8) / size)] ?? [0, 0, 0];
      rows.set(tile, y * (1 + size * 3) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

/** Sends a picture to the real server, like a camera page. */
export async function sharePicture(url: string, seed: number, exhibit: Exhibit, flowerCount: number): Promise<NewSubmission> {
  const response = await fetch(url + PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Exhibit': exhibit },
    body: JSON.stringify({ imageData: `data:image/png;base64,${makePicture(seed).toString('base64')}`, flowerCount }),
  });
  if (response.status !== 201) throw new Error(`the gallery returned ${response.status} for the picture`);
  return (await response.json()) as NewSubmission;
}

/** The real server's list. */
export async function listPictures(url: string): Promise<Submission[]> {
  return (await (await fetch(url + PATH)).json()) as Submission[];
}

/** ID of the stub's nth picture, counted from 0, newest first. */
export const stubbedId = (n: number) => `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const PAGE = 100;

/**
 * Responds to the gallery's requests with generated pictures, a hundred per page, like the server. A dozen files serve all thumbnails
 * unless more are requested, so that tests wait for the page and not for files.
 */
export async function stubPictures(page: Page, count: number, kinds: readonly Exhibit[], thumbnails = 12): Promise<void> {
  const images = Array.from({ length: 12 }, (_, seed) => makePicture(seed + 1));
  await page.route(`**${PATH}**`, (route) => {
    const url = new URL(route.request().url());
    if (url.pathname.endsWith('/statistics')) {
      return route.fulfill({ json: { pictures: count, photos: count * 50, averagePhotos: 50 } });
    }
    if (url.pathname !== PATH) {
      const n = Number(url.pathname.split('/').at(-2)?.slice(-12));
      return route.fulfill({ contentType: 'image/png', body: images[n % images.length]! });
    }
    const first = Number(url.searchParams.get('cursor') ?? 0);
    const end = Math.min(count, first + PAGE);
    const rows: Submission[] = Array.from({ length: end - first }, (_, offset) => {
      const n = first + offset;
      return {
        id: stubbedId(n),
        imageUrl: `${PATH}/${stubbedId(n)}/image`,
        thumbnailUrl: `${PATH}/${stubbedId(n % thumbnails)}/thumbnail`,
        width: 96,
        height: 96,
        flowerCount: 50,
        exhibit: kinds[n % kinds.length] ?? null,
        createdAt: new Date(Date.UTC(2026, 10, 20) - n * 3_600_000).toISOString(),
      };
    });
    const next: Record<string, string> = end < count ? { Link: `<${PATH}?cursor=${end}>; rel="next"` } : {};
    return route.fulfill({ json: rows, headers: next });
  });
}

/** How long a loaded list in apps/demos-cameras waits for its statistics. */
const STATISTICS_MS = 500;

/** Lets the gallery wait a minute for its statistics, which may take longer than half a second on a loaded machine. */
export const stretchStatisticsTimeout = (page: Page): Promise<void> =>
  page
    .addInitScript((patience) => {
      const { setTimeout } = window;
      const stretched = (handler: TimerHandler, delay = 0, ...more: unknown[]) =>
        setTimeout(handler, delay === patience ? 120 * delay : delay, ...more);
      Object.assign(window, { setTimeout: stretched });
    }, STATISTICS_MS)
    .then(() => undefined);
