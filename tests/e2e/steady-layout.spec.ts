import type { Page } from '@playwright/test';
import { fakeCameras, launchWith, stubGallery } from '../support/camera.ts';
import { answerPrompt, holdPrompt } from '../support/camera-room.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { stubPictures } from '../support/gallery.ts';
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

/** Notes every shift of the page's layout, from its first paint on, with what moved. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[]) {
        const names = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 60) : 'gone'));
        shifts.push(`${entry.value.toFixed(4)} ${names.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

/** The first frame has painted what is there, the second has told of it. */
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

function gate() {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { held, letGo };
}

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

/** What browsers call Slow 4G: 150 ms, 1.6 Mbit/s. */
async function slowDown(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000,
  });
}

async function expectSteady(page: Page): Promise<void> {
  await twoFrames(page);
  const shifts = await shiftsOf(page);
  const moved = shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0);
  expect(moved, shifts.join('\n')).toBeLessThan(0.02);
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
