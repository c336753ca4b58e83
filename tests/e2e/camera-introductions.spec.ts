import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { fakeCameras, launchWith, stubGallery } from '../support/camera.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { GARDEN_PATH, startButton } from '../support/garden.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: [] });

const { hybrid } = COLLAGE_PAGES;

/** These sentences, which the viewer's page shows when camera access is denied, are in the window and nothing covers them. */
async function expectUncovered(page: Page, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const words = page.getByText(text, { exact: true });
    await expect(words).toBeInViewport({ ratio: 1 });
    const isOnTop = await words.evaluate((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return [top + 2, bottom - 2].every((y) => document.elementFromPoint((left + right) / 2, y) === one);
    });
    expect(isOnTop, text).toBe(true);
  }
}

test('without permission a collage, the garden and the viewer say that camera access is denied, link back, and can request it again without a reload', async ({
  page,
  site,
}) => {
  await stubGallery(page);
  const alert = page.getByRole('alert');
  const grant = () => page.context().grantPermissions(['camera'], { origin: site.url });

  await page.goto(hybrid.path);
  for (const text of ['Camera Access Required', ...hybrid.denied])
    await expect(alert.getByText(text, { exact: true })).toBeVisible();
  await expect(alert.getByRole('link', { name: hybrid.back[0] })).toHaveAttribute('href', hybrid.back[1]);
  await expectAccessible(page, 'a collage denied');
  await grant();
  await alert.getByRole('button', { name: hybrid.retry }).click();
  await expect(page.getByRole('button', { name: hybrid.start })).toBeEnabled();

  await page.context().clearPermissions();
  await page.goto(GARDEN_PATH);
  await page.getByRole('button', { name: 'Enable Camera' }).click();
  await expect(alert.getByText('Camera Access Required', { exact: true })).toBeVisible();
  await expect(
    alert.getByText('Camera permission denied. Please allow camera access and refresh the page', { exact: true }),
  ).toBeVisible();
  await expect(alert.getByRole('link', { name: 'Back to Projects' })).toHaveAttribute('href', '/projects');
  await expectAccessible(page, 'the garden denied');
  await grant();
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(startButton(page)).toBeEnabled();

  await page.context().clearPermissions();
  await page.goto('/projects/camera');
  const badge = page.locator('[data-badge]');
  const request = page.getByRole('button', { name: 'Request Camera Permission' });
  await expect(badge).toHaveText('Denied');
  await expect(page.getByText('No cameras detected or permission denied', { exact: true })).toBeVisible();
  await expectAccessible(page, 'the viewer denied');
  for (const [width, height] of [
    [320, 568],
    [667, 375],
    [1440, 900],
  ] as const) {
    await test.step(`${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await request.click({ trial: true });
      await expectUncovered(page, ['Camera access denied', 'Please allow camera access to use this feature']);
    });
  }
  await grant();
  await request.click();
  await expect(badge).toHaveText('Granted');
  await expect(page.getByRole('list', { name: 'Cameras' }).getByRole('button')).toHaveCount(2);
  // The last camera is unplugged.
  await page.evaluate(() => {
    navigator.mediaDevices.enumerateDevices = () => Promise.resolve([]);
    navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
  });
  await expect(page.getByText('No cameras detected', { exact: true })).toBeVisible();
  await expect(page.getByText('This device may not have any cameras available', { exact: true })).toBeVisible();
  await expectAccessible(page, 'no cameras');
});
