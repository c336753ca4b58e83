import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { EXHIBITS } from '@site/contracts';
import {
  GALLERY_API,
  GALLERY_PATH,
  lightboxOf,
  listPictures,
  sharePicture,
  stubPictures,
  tilesOf,
  waitForNumbers,
} from '../support/gallery.ts';
import { expect, test } from '../support/journey.ts';

test.beforeEach(({ page }) => waitForNumbers(page));

test('every kind has its text; the lightbox ends at the first picture, keeps the focus in order, and offers the file', async ({
  ownSite: { url },
  page,
}) => {
  const shared = [];
  for (const [n, exhibit] of EXHIBITS.entries())
    shared.push(await sharePicture(url, n + 1, exhibit, [33, 20, 100, 100, 12, 80, 113][n]!));
  await page.goto(url + GALLERY_PATH);
  await expect(tilesOf(page)).toHaveCount(7);
  await expect(page.getByText('That is all: 7 pictures.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Statistics' })).toContainText('65.4 photos a picture');
  await expect(tilesOf(page).first()).toHaveAccessibleName(/^Hybrid tessellation of 113 photos, \d+ \w+ \d{4}$/);

  await tilesOf(page).nth(1).click();
  await expect(lightboxOf(page).getByText('2 of 7', { exact: true })).toBeVisible();
  await lightboxOf(page).getByRole('button', { name: 'Previous' }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(lightboxOf(page).getByText('1 of 7', { exact: true })).toBeVisible();
  await expect(lightboxOf(page).getByRole('button', { name: 'Previous' })).toBeDisabled();
  // A picture of another browser cannot be removed here.
  await expect(lightboxOf(page).getByRole('button', { name: 'Remove from gallery' })).toHaveCount(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    lightboxOf(page).getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`garden-${shared[6]!.id}.jpg`);
  const file = await readFile(await download.path());
  expect(file.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  await page.keyboard.press('Escape');
  await expect(lightboxOf(page)).toHaveCount(0);
  // The focus is on the picture that was open last.
  await expect(tilesOf(page).first()).toBeFocused();

  await page.getByRole('radio', { name: 'Honeycombs' }).check();
  await expect(tilesOf(page)).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Honeycombs' })).toBeChecked();
  await expect(tilesOf(page)).toHaveCount(1);
});

test('a picture of this browser can be removed after a confirmation, and is gone for everyone', async ({
  ownSite: { url },
  page,
}) => {
  const [mine, other] = [await sharePicture(url, 1, 'collage', 20), await sharePicture(url, 2, 'collage', 20)];
  await page.addInitScript(
    (tokens) => localStorage.setItem('gallery-delete-tokens', tokens),
    JSON.stringify({ [mine.id]: mine.deleteToken }),
  );
  await page.goto(url + GALLERY_PATH);
  await tilesOf(page).nth(1).click();
  await lightboxOf(page).getByRole('button', { name: 'Remove from gallery' }).click();
  await expect(lightboxOf(page).getByText('You made this picture. Remove it for everyone? This cannot be undone.')).toBeVisible();
  await lightboxOf(page).getByRole('button', { name: 'Keep it' }).click();
  await lightboxOf(page).getByRole('button', { name: 'Remove from gallery' }).click();
  // Escape has the same effect, and leaves the picture open.
  await page.keyboard.press('Escape');
  await expect(lightboxOf(page).getByRole('button', { name: 'Remove from gallery' })).toBeFocused();
  await page.keyboard.press('Enter');
  await lightboxOf(page).getByRole('button', { name: 'Remove it', exact: true }).click();
  // Its neighbor takes its place.
  await expect(lightboxOf(page).locator('img')).toHaveAttribute('src', other.imageUrl);
  await expect(page.getByText('Removed from gallery', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tilesOf(page)).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Statistics' })).toContainText('1 picture');
  expect((await listPictures(url)).map(({ id }) => id)).toEqual([other.id]);
  expect((await fetch(url + mine.imageUrl)).status).toBe(410);
  // The key is removed with the picture; the privacy page explains it.
  expect(await page.evaluate(() => localStorage.getItem('gallery-delete-tokens'))).toBe('{}');
  await page.goto(`${url}/privacy`);
  await expect(page.getByRole('main').getByText('gallery-delete-tokens')).toBeVisible();
});

test('a report is sent with its reason; after a refusal the page says so and keeps the text', async ({
  ownSite: { url },
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/503/);
  const { id } = await sharePicture(url, 1, 'hexagon', 100);
  await page.goto(url + GALLERY_PATH);
  await tilesOf(page).click();
  await lightboxOf(page).getByRole('button', { name: 'Report', exact: true }).click();
  const field = lightboxOf(page).getByRole('textbox', { name: 'What is wrong with this picture?' });
  await expect(field).toBeFocused();
  await expect(lightboxOf(page).getByRole('button', { name: 'Send report' })).toBeDisabled();
  await field.fill('My face, without my leave');
  // Escape closes only the report: the picture stays open, and the text is kept.
  await page.keyboard.press('Escape');
  await expect(lightboxOf(page).getByRole('button', { name: 'Report', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('My face, without my leave');
  await page.route(`${GALLERY_API}/*/report`, (route) => route.fulfill({ status: 503, json: { error: 'no' } }), { times: 1 });
  await lightboxOf(page).getByRole('button', { name: 'Send report' }).click();
  await expect(lightboxOf(page).getByRole('alert')).toHaveText('The report could not be sent. Try again in a minute.');
  await expect(field).toHaveValue('My face, without my leave');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(`${id}/report`)),
    lightboxOf(page).getByRole('button', { name: 'Send report' }).click(),
  ]);
  expect(answer.status()).toBe(202);
  expect(answer.request().postDataJSON()).toEqual({ reason: 'My face, without my leave' });
  await expect(lightboxOf(page).getByText("Reported. Thank you: this site's owner will look at it.")).toBeVisible();
});

/** Responds with a picture of this shape for the lightbox, large enough that the window determines its size. */
async function stubShape(page: Page, width: number, height: number): Promise<void> {
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#35b6ff"/></svg>`;
  await page.route(`${GALLERY_API}/*/image`, (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
}

for (const [shape, width, height] of [
  ['tall', 1600, 2000],
  ['wide', 4260, 1920],
] as const) {
  test(`a ${shape} picture shrinks for the report and for the confirmation, complete and undistorted`, async ({ page }) => {
    await stubPictures(page, 1, ['hexagon']);
    await stubShape(page, width, height);
    await page.addInitScript(() =>
      localStorage.setItem('gallery-delete-tokens', '{"10000000-0000-4000-8000-000000000000":"token"}'),
    );
    await page.goto(GALLERY_PATH);
    await tilesOf(page).first().click();
    const image = lightboxOf(page).locator('img[data-status=shown]');
    const button = (name: string) => lightboxOf(page).getByRole('button', { name, exact: true });
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1280, height: 720 },
      { width: 390, height: 844 },
      { width: 844, height: 390 },
      // Too small for everything: the requested part is visible.
      { width: 320, height: 420 },
    ]) {
      await page.setViewportSize(size);
      const isTiny = size.width === 320;
      const see = async (parts: readonly Locator[]) => {
        const seen = isTiny ? parts : [...parts, image, button('Close')];
        for (const one of seen) await expect.soft(one, `${size.width}`).toBeInViewport({ ratio: 1 });
        const box = (await image.boundingBox())!;
        expect.soft(box.width / box.height, `${size.width}`).toBeCloseTo(width / height, 1);
        expect.soft(Math.min(box.width, box.height), `${size.width}`).toBeGreaterThan(isTiny ? 64 : 96);
      };
      await button('Report').click();
      await see([lightboxOf(page).getByRole('textbox'), button('Send report'), button('Do not report')]);
      await button('Do not report').click();
      await button('Remove from gallery').click();
      await see([button('Remove it'), button('Keep it')]);
      await button('Keep it').click();
    }
  });
}
