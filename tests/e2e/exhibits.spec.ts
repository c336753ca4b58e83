import { expect, test } from '../support/test.ts';

test('the analog clock keeps its hands at the stated angles on the real second', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-20T10:08:30.000+01:00') });
  await page.goto('/projects/analog-clock');
  await expect(page.getByRole('img', { name: /10:08/ })).toBeVisible();
  await page.clock.pauseAt(new Date('2026-11-20T10:08:59.500+01:00'));
  await expect(page.locator('time').first()).toHaveText(/10:08:59/);
  await page.clock.runFor(1_000);
  await expect(page.locator('time').first()).toHaveText(/10:09:00/);
  await expect(page.getByRole('img', { name: /10:09/ })).toBeVisible();
});

test('Pause motion stops the clock, and Resume sets it to the real time at once', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-20T10:08:30.000+01:00') });
  await page.goto('/projects/analog-clock');
  await page.getByRole('button', { name: 'Pause motion' }).click();
  const still = await page.locator('time').first().textContent();
  await page.clock.runFor(5_000);
  await expect(page.locator('time').first()).toHaveText(still ?? '');
  await page.getByRole('button', { name: 'Resume motion' }).click();
  await expect(page.locator('time').first()).not.toHaveText(still ?? '');
});

test('reduced motion starts paused', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/projects/analog-clock');
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
});

test('the sensor dashboard reads what this browser says, and asks for nothing', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    // A second after it was shown every page tells the site how that went; on a slow machine within this test.
    if (!/\/r\/|\/projects\/sensor-dashboard$|\/api\/telemetry$|^data:/.test(request.url())) requests.push(request.url());
  });
  await page.goto('/projects/sensor-dashboard');
  await expect(page.getByText('Nothing leaves this device')).toBeVisible();
  const truth = await page.evaluate(() => ({
    agent: navigator.userAgent,
    cores: String(navigator.hardwareConcurrency),
    language: navigator.language,
  }));
  const main = page.getByRole('main');
  await expect(main).toContainText(truth.agent);
  await expect(main).toContainText(truth.cores);
  await expect(main).toContainText(truth.language);
  await expect(main).toContainText('Not set');
  expect(requests).toEqual([]);
});

test('the cameras page offers the four stated cameras in order, the gallery and the way back', async ({ page }) => {
  await page.goto('/projects/cameras');
  const buttons = page.getByRole('article').getByRole('link');
  await expect(buttons).toHaveText(Array<string>(4).fill('Open Camera System'));
  expect(await buttons.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/projects/camera-optimal-80',
    '/projects/camera-optimal',
    '/projects/camera-hexagon',
    '/projects/camera-collage',
  ]);
  for (const title of ['80 Rectangle Camera', '12 Rectangle Camera', 'Honeycomb Pattern Camera', 'Sectional Grid Camera']) {
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
  await expect(page.locator('main a[href="/projects/kaleidoscope-gallery"]')).toHaveCount(1);
  await expect(page.locator('main a[href="/projects"]')).toHaveCount(1);
});
