import { fakeCameras, launchWith, stubGallery } from '../support/camera.ts';
import { answerPrompt, holdPrompt } from '../support/camera-room.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { stubPictures } from '../support/gallery.ts';
import { expectSteady, gate, shiftsOf, slowDown, twoFrames, watchShifts } from '../support/steady.ts';
import { expect, test } from '../support/test.ts';

/** Framed pages of every remote: heading and sentence come with the document, the rest with the remote's code. */
const PAGES = [
  { path: '/projects/egg-prices', remote: 'market-prices', content: 'main table' },
  { path: '/projects/clocks', remote: 'demos-games', content: 'main svg' },
  { path: '/projects/cameras', remote: 'demos-cameras', content: 'main article' },
  { path: '/projects/sensor-dashboard', remote: 'demos-sensors', content: 'main dl' },
];

test.use({
  launchOptions: launchWith(fakeCameras(2)),
  permissions: ['camera'],
  viewport: { width: 390, height: 844 },
});

for (const { path, remote, content } of PAGES) {
  test(`${path} moves nothing that is in sight when its code arrives`, async ({ page }) => {
    await watchShifts(page);
    const { held, letGo } = gate();
    await page.route(`**/r/${remote}/**`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByText(/^Loading .+…$/)).toBeVisible();
    await twoFrames(page);
    letGo();
    await expect(page.locator(content).first()).toBeVisible();
    await twoFrames(page);
    expect(await shiftsOf(page)).toEqual([]);
  });
}

const SCREENS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

for (const viewport of SCREENS) {
  test.describe(`on a slow line, ${viewport.width} pixels wide,`, () => {
    test.use({ viewport });

    for (const { path, start } of Object.values(COLLAGE_PAGES)) {
      test(`${path} stays where it is while the visitor is asked for the camera, and after`, async ({ page }) => {
        await stubGallery(page);
        await holdPrompt(page);
        await watchShifts(page);
        await slowDown(page);
        await page.goto(path);
        await expect(page.getByText('Requesting camera access...')).toBeVisible();
        await twoFrames(page);
        await answerPrompt(page);
        await expect(page.getByRole('button', { name: start })).toBeVisible();
        await expectSteady(page);
      });
    }

    for (const count of [0, 1, 40]) {
      test(`the gallery stays where it is when ${count} pictures come`, async ({ page }) => {
        await stubPictures(page, count, ['hexagon']);
        await watchShifts(page);
        const [lists, statistics] = [gate(), gate()];
        await page.route(/submissions(\?.*)?$/, (route) => lists.held.then(() => route.fallback()));
        await page.route('**/statistics', (route) => statistics.held.then(() => route.fallback()));
        await slowDown(page);
        await page.goto('/projects/kaleidoscope-gallery');
        await expect(page.getByText('Loading pictures...')).toBeVisible();
        await twoFrames(page);
        statistics.letGo();
        await expect(page.getByRole('radio', { name: 'Everything' })).toBeVisible();
        await expect(page.getByText('Loading pictures...')).toBeVisible();
        await twoFrames(page);
        lists.letGo();
        const end = count === 0 ? page.getByRole('heading', { name: 'The walls are empty' }) : page.getByText('That is all');
        await expect(end).toBeVisible();
        await expectSteady(page);
      });
    }
  });
}
