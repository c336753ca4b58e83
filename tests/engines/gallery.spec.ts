import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import type { EnginePage } from '../support/engines/engine-page.ts';
import { takeCollage } from '../support/engines/take-collage.ts';
import { expect, test } from '../support/engines/test.ts';
import { GALLERY_PATH, listPictures } from '../support/gallery.ts';
import type { RunningSite } from '../support/site.ts';

/** Takes the smallest collage with the engine's fake camera and shares it. */
const sharePictureBy = (page: EnginePage, site: RunningSite) =>
  takeCollage(page, site, COLLAGE_PAGES.optimal, { isShared: true });

async function openOnlyPicture(page: EnginePage, site: RunningSite): Promise<void> {
  await page.open(site.url + GALLERY_PATH);
  await page.click({ css: 'main li[aria-posinset] a' });
  await page.expectText('1 of 1');
}

test('a picture is shared, downloaded from the gallery, reported and removed for everyone', async ({ enginePage, ownSite }) => {
  await sharePictureBy(enginePage, ownSite);
  await openOnlyPicture(enginePage, ownSite);
  const shown = "document.querySelector('dialog[open] img[data-status=shown]')?.naturalWidth ?? 0";
  await expect.poll(() => enginePage.evaluate<number>(shown)).toBeGreaterThan(800);
  const size = await enginePage.evaluate<number>(
    "fetch(document.querySelector('dialog[open] img').src).then((response) => response.blob()).then((blob) => blob.size)",
  );
  await enginePage.click({ role: 'link', name: 'Download' });
  const { content } = await enginePage.downloadedFile(size);
  expect(content.subarray(0, 3).toString('hex'), 'the beginning of a JPEG').toBe('ffd8ff');

  await enginePage.click({ role: 'button', name: 'Report' });
  await enginePage.expectValue('document.activeElement?.tagName', 'TEXTAREA');
  await enginePage.type('Blurred');
  await enginePage.click({ role: 'button', name: 'Send report' });
  await enginePage.expectText('Reported. Thank you');

  await enginePage.click({ role: 'button', name: 'Remove from gallery' });
  await enginePage.click({ role: 'button', name: 'Remove it' });
  await expect.poll(() => listPictures(ownSite.url)).toEqual([]);
  await enginePage.expectValue("document.querySelectorAll('main li[aria-posinset]').length", 0);
  expect(enginePage.log()).toEqual([]);
});

test('a shared picture can be removed on the result page where it was made', async ({ enginePage, ownSite }) => {
  await sharePictureBy(enginePage, ownSite);
  expect(await listPictures(ownSite.url)).toHaveLength(1);
  await enginePage.click({ role: 'button', name: 'Remove from gallery' });
  await enginePage.expectText('Removed from gallery');
  expect(await listPictures(ownSite.url)).toEqual([]);
  expect(enginePage.log()).toEqual([]);
});
