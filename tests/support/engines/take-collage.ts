import type { CollagePage } from '../collage-pages.ts';
import type { RunningSite } from '../site.ts';
import { SMALL_CAMERA } from './camera-relay.ts';
import type { EnginePage } from './engine-page.ts';

const SHARING = { role: 'switch', name: 'Add to the shared gallery' } as const;
const IS_SHARED = "document.querySelector('[role=switch]:checked') !== null";

/** Opens a collage page and waits until it can start. */
export async function openCollage(page: EnginePage, site: RunningSite, collage: CollagePage): Promise<void> {
  await page.open(site.url + collage.path);
  await page.middleOf({ role: 'button', name: collage.start });
}

/** Starts the camera, takes the photos, and waits for the finished picture. */
export async function takePhotos(page: EnginePage, collage: CollagePage): Promise<void> {
  await page.click({ role: 'button', name: collage.start });
  await page.click({ role: 'button', name: 'Take the photos' });
  await page.expectText(collage.result);
}

/** Opens a collage page and takes its picture with a small camera; if it is to be shared, it is in the gallery afterward. */
export async function takeCollage(
  page: EnginePage,
  site: RunningSite,
  collage: CollagePage,
  { isShared = false } = {},
): Promise<void> {
  await openCollage(page, site, collage);
  await page.evaluate(SMALL_CAMERA);
  await page.middleOf(SHARING);
  if ((await page.evaluate<boolean>(IS_SHARED)) !== isShared) await page.click(SHARING);
  await takePhotos(page, collage);
  if (isShared) await page.expectText(collage.saved);
}
