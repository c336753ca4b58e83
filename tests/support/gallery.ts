import type { Locator, Page } from '@playwright/test';
import type { Exhibit, NewSubmission, Submission } from '@site/contracts';
import { drawPng } from '../../apps/shell/png.ts';
import { createRandom } from '../../libs/sim/src/random.ts';

const PATH = '/api/kaleidoscope-submissions';

export const GALLERY_PATH = '/projects/kaleidoscope-gallery';
/** For `page.route`. */
export const GALLERY_API = `**${PATH}`;
export const tilesOf = (page: Page): Locator => page.getByRole('main').locator('li[aria-posinset] a');
export const lightboxOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Picture' });

/** A PNG of large colored tiles that differ from seed to seed, so that no two pictures count as duplicates. */
function makePicture(seed: number, size = 96): Buffer {
  const random = createRandom(seed);
  const channel = () => Math.floor(random() * 256);
  const tiles = Array.from({ length: 64 }, () => [channel(), channel(), channel()] as const);
  const tileAt = (at: number) => Math.floor((at * 8) / size);
  return drawPng(size, size, (x, y) => tiles[tileAt(y) * 8 + tileAt(x)] ?? [0, 0, 0]);
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
