import { createRandom } from '../../libs/sim/src/random.ts';
import { countCameras, fakeCameras, launchWith, pendingCameras, stubGallery } from '../support/camera.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

/** The same few in each run; `npm run walks:cameras` takes fifty others. */
const WALKS = Number(process.env['CAMERA_WALKS'] ?? 4);
/** A walk may wait for a ten-second series and for the remote to load. */
const MAX_WALK_MS = 100_000;
const SEED = Number(process.env['CAMERA_WALKS_SEED'] ?? 20261121);
const COLLAGES = Object.values(COLLAGE_PAGES).map(({ path }) => path);
const GARDEN = '/projects/camera-kaleidoscope';
const VIEWER = '/projects/camera';
const PAGES = [...COLLAGES, GARDEN, VIEWER];

test(`${WALKS} random walks through the camera pages leave no camera running, and stop as many as they started`, async ({
  page,
}) => {
  test.setTimeout(test.info().timeout + WALKS * MAX_WALK_MS);
  const random = createRandom(SEED);
  const below = (limit: number) => Math.floor(random() * limit);
  await stubGallery(page);
  const cameras = await countCameras(page);
  await page.goto('/projects/cameras');
  // A visitor cannot change the address before the page is hydrated.
  await expect(page.getByRole('article').first()).toBeVisible();
  /** Goes to a page without reloading the document, like a link, so that counts continue. */
  const goTo = (path: string) =>
    page.evaluate((to) => {
      window.history.pushState(null, '', to);
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
  const start = page.locator('main button', { hasText: /^Start / });

  /** Switches cameras once per step; three steps end with Stop Camera. */
  const lookThrough = async (steps: number) => {
    const cameraButtons = page.getByRole('list', { name: 'Cameras' }).getByRole('button');
    for (let step = 0; step < steps; step += 1) await cameraButtons.nth(below(2)).click();
    if (steps > 2) await page.getByRole('button', { name: 'Stop Camera' }).click();
  };

  for (let walk = 1; walk <= WALKS; walk += 1) {
    const path = PAGES[below(PAGES.length)]!;
    await goTo(path);
    const steps = below(4);
    if (path === VIEWER) await lookThrough(steps);
    else {
      // With 0 steps the walk leaves while the prompt is still open.
      if (path === GARDEN) await page.getByRole('button', { name: 'Enable Camera' }).click();
      if (steps > 0) await start.waitFor();
      if (steps > 1) await start.click();
      if (steps > 2 && path === GARDEN)
        await page.getByRole('button', { name: random() < 0.5 ? 'Finish now' : 'Cancel' }).click();
      if (steps > 2 && path !== GARDEN) {
        const shutter = page.getByRole('button', { name: 'Take the photos' });
        await expect(shutter).toBeEnabled();
        await shutter.click();
        if (random() < 0.5) await page.keyboard.press('Escape');
      }
    }
    if (random() < 0.5) await goTo('/projects/cameras');
    else await page.goBack();
    if (random() < 0.3) await page.goForward();
  }
  await goTo('/projects/cameras');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cameras');
  // One that is still opening would be counted as neither running nor stopped.
  await expect.poll(() => pendingCameras(page)).toBe(0);
  await expect.poll(async () => (await cameras()).live).toBe(0);
  const { opened, stopped } = await cameras();
  expect(opened).toBeGreaterThan(WALKS / 2);
  expect(stopped).toBe(opened);
});
