import { openFully } from '../support/every-page.ts';
import { IS_HYDRATED } from '../support/hydration.ts';
import { pauseButton, SIZES } from '../support/page-checks.ts';
import { expect, test } from '../support/test.ts';

test('Pause motion is above the sensor dashboard’s permissions bar on phone, tablet and laptop', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openFully(page, '/projects/sensor-dashboard');
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const gap = async () => {
      const bar = await page.getByRole('main').locator('footer').getByRole('list').boundingBox();
      const button = await pauseButton(page).boundingBox();
      if (!bar || !button) throw new Error('the bar or the button is not shown');
      return bar.y - button.y - button.height;
    };
    await expect.poll(gap, `${width} px`).toBeGreaterThan(0);
    expect(await gap(), `${width} px`).toBeLessThan(40);
  }
});

test('even before scripts run, the motion control follows the system’s preference; it keeps its place and size when its label changes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Until its scripts arrive the page is as rendered by the server.
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/contact', { waitUntil: 'commit' });
  for (const [reducedMotion, word] of [
    ['reduce', 'Resume motion'],
    ['no-preference', 'Pause motion'],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await expect(pauseButton(page)).toHaveAccessibleName(word);
    await expect(pauseButton(page).getByText(word)).toBeVisible();
  }
  release();
  await expect.poll(() => page.evaluate(IS_HYDRATED)).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
  const before = await pauseButton(page).boundingBox();
  await page.getByRole('button', { name: 'Resume motion' }).click();
  await expect(page.getByRole('button', { name: 'Pause motion' })).toBeVisible();
  expect(await pauseButton(page).boundingBox()).toEqual(before);
  // The circle is behind the content.
  const isBehind = await page.locator('#main [aria-hidden=true] > span').evaluate((circle) => {
    const { x, y, width, height } = circle.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[aria-hidden=true]') === null;
  });
  expect(isBehind).toBe(true);
});
