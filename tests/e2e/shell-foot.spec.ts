import type { Page } from '@playwright/test';
import { openWhole, pagesOf } from '../support/every-page.ts';
import { REMOTES } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

const control = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: /^(Pause|Resume) motion$/ });

/** Whether clicks in the middle and at both ends of the control hit it. */
const isOnTop = (page: Page) =>
  control(page).evaluate((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) return false;
    return [left + 20, (left + right) / 2, right - 20].every((x) => button.contains(document.elementFromPoint(x, middle)));
  });

const SIZES = [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const;

for (const app of ['shell', ...REMOTES]) {
  test(`on phone, tablet and laptop Pause motion is visible on every moving page of ${app}, at its top and at its end`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const { path } of (await pagesOf(request, app)).filter(({ moves, layout }) => moves && layout !== 'bare')) {
      await openWhole(page, path);
      for (const [width, height] of SIZES) {
        const where = `${path}, ${width} x ${height}`;
        await page.setViewportSize({ width, height });
        await page.evaluate(() => window.scrollTo(0, 0));
        await expect.soft.poll(() => isOnTop(page), `${where}, top`).toBe(true);
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        await expect.soft.poll(() => isOnTop(page), `${where}, end`).toBe(true);
        await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click({ trial: true });
      }
    }
  });
}

test('pages of the shell and of two remotes move', async ({ request }) => {
  const pages = (await Promise.all(['shell', ...REMOTES].map((app) => pagesOf(request, app)))).flat();
  expect(pages.filter(({ moves }) => moves).length).toBeGreaterThan(8);
});

for (const [width, height] of SIZES) {
  test(`at ${width} x ${height} Pause motion is above the sensor dashboard’s bar of permissions`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openWhole(page, '/projects/sensor-dashboard');
    const bar = await page.getByRole('main').locator('footer').boundingBox();
    const button = await control(page).boundingBox();
    if (!bar || !button) throw new Error('bar and button are not both shown');
    expect(button.y + button.height).toBeLessThan(bar.y);
    expect(bar.y - button.y - button.height).toBeLessThan(40);
  });
}

test('the control keeps its place and its size when its label changes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Pause motion' }).click();
  const before = await control(page).boundingBox();
  await page.getByRole('button', { name: 'Resume motion' }).click();
  await expect(page.getByRole('button', { name: 'Pause motion' })).toBeVisible();
  expect(await control(page).boundingBox()).toEqual(before);
});

for (const [reducedMotion, word] of [
  ['reduce', 'Resume motion'],
  ['no-preference', 'Pause motion'],
] as const) {
  test(`the document itself says “${word}” if the system’s preference is ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    // Until its scripts arrive the page is as rendered by the server.
    await page.route('**/*.js', () => undefined);
    await page.goto('/', { waitUntil: 'commit' });
    await expect(control(page)).toHaveAccessibleName(word);
    await expect(control(page).getByText(word)).toBeVisible();
  });
}
