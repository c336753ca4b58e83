import { stubPictures } from '../support/gallery.ts';
import { expectSteady, gate, PHONE, shiftsOf, twoFrames, watchShifts } from '../support/steady.ts';
import { expect, test } from '../support/test.ts';

/** A framed page of each remote: its document has the heading and the lede, and a lead if any; the rest comes with its code. */
const PAGES = [
  { path: '/projects/egg-prices', remote: 'market-prices', content: 'main table' },
  { path: '/projects/clocks', remote: 'demos-games', content: 'main svg' },
  { path: '/projects/cameras', remote: 'demos-cameras', content: 'main article' },
  { path: '/projects/sensor-dashboard', remote: 'demos-sensors', content: 'main dl' },
];

test.use({ viewport: PHONE });

for (const { path, remote, content } of PAGES) {
  test(`nothing visible on ${path} shifts when its code arrives`, async ({ page }) => {
    await watchShifts(page);
    const { held, release } = gate();
    await page.route(`**/r/${remote}/**`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByText(/^Loading .+…$/)).toBeVisible();
    // A word may move when its font arrives; `steady-prices` limits by how much.
    await page.evaluate(() => document.fonts.ready);
    await twoFrames(page);
    const { length } = await shiftsOf(page);
    release();
    await expect(page.locator(content).first()).toBeVisible();
    await twoFrames(page);
    expect((await shiftsOf(page)).slice(length)).toEqual([]);
  });
}

for (const [count, viewport] of [
  [0, { width: 1440, height: 900 }],
  [40, PHONE],
] as const) {
  test.describe(`on a slow connection, in a window ${viewport.width} pixels wide,`, () => {
    test.use({ viewport, isSlow: true });

    test(`the gallery does not shift when ${count} pictures arrive`, async ({ page }) => {
      await stubPictures(page, count, ['hexagon']);
      await watchShifts(page);
      const [lists, statistics] = [gate(), gate()];
      await page.route(/submissions(\?.*)?$/, (route) => lists.held.then(() => route.fallback()));
      await page.route('**/statistics', (route) => statistics.held.then(() => route.fallback()));
      await page.goto('/projects/kaleidoscope-gallery');
      await expect(page.getByText('Loading pictures...')).toBeVisible();
      await twoFrames(page);
      statistics.release();
      await expect(page.getByRole('radio', { name: 'Everything' })).toBeVisible();
      await expect(page.getByText('Loading pictures...')).toBeVisible();
      await twoFrames(page);
      lists.release();
      const end = count === 0 ? page.getByRole('heading', { name: 'The walls are empty' }) : page.getByText('That is all');
      await expect(end).toBeVisible();
      await expectSteady(page);
    });
  });
}
