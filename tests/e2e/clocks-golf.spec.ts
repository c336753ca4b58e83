import { expect, fixDate, stopClock, test } from '../support/journey.ts';

/** The minute hand's image is tilted, with its corners at their furthest. */
const TILTED = new Date('2026-11-20T12:52:30.000+01:00');

test('nothing covers the golf clock’s controls on a phone, in portrait and landscape, and on a laptop', async ({ page }) => {
  await fixDate(page, TILTED);
  await page.goto('/projects/golf-clock');
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [1440, 900],
  ] as const) {
    await test.step(`${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height });
      // Whether the placard is folded depends on the width at which the page opens.
      await page.reload();
      const main = page.getByRole('main');
      await main.getByRole('link', { name: 'Go home' }).click({ trial: true });
      if (width < 1240) await main.getByRole('button', { name: 'Details: Golf Clock' }).click();
      await main.getByRole('switch', { name: 'Sweeping second hand' }).click({ trial: true });
      await main.getByRole('button', { name: 'Full screen' }).click({ trial: true });
      await page.getByRole('button', { name: 'Pause motion' }).click({ trial: true });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }
});

test('its placard folds on narrow windows, H hides it, and its help says what the hands are', async ({ page }) => {
  await page.goto('/projects/golf-clock');
  const title = page.getByRole('heading', { level: 2, name: 'Golf Clock' });
  await page.getByText('How it works').click();
  await expect(page.getByText(/The wood is the hour, the iron the minute/)).toBeVisible();
  await page.keyboard.press('h');
  await expect(title).toBeHidden();
  await page.keyboard.press('h');
  await expect(title).toBeVisible();
  const details = page.getByRole('button', { name: 'Details: Golf Clock' });
  await expect(details).toHaveAttribute('aria-expanded', 'true');
  await details.click();
  await expect(page.getByRole('switch', { name: 'Sweeping second hand' })).toBeHidden();
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.reload();
  await expect(details).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('switch', { name: 'Sweeping second hand' })).toBeHidden();
});

test('in full screen Share shows its notification, and pausing moves nothing', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.goto('/projects/golf-clock');
  const clock = page.getByRole('img', { name: /^Golf clock/ });
  await expect(clock).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await test.step(`${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await page.reload();
      const before = await clock.boundingBox();
      await page.getByRole('button', { name: 'Pause motion' }).click();
      const words = page.getByText('Paused: the clock stands still at the moment shown.');
      await expect(words).toBeVisible();
      expect(await clock.boundingBox()).toEqual(before);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
      const box = await words.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height - 16);
      await page.getByRole('button', { name: 'Resume motion' }).click();
    });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  // A notification disappears by itself, but not while the clock is stopped.
  await stopClock(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const toast = page.getByText('Link copied', { exact: true }).first();
  await expect(toast).toBeVisible();
  expect(await toast.evaluate((one) => document.fullscreenElement?.contains(one))).toBe(true);
});
