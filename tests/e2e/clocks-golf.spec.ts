import { expect, test } from '../support/test.ts';

test('the golf clock is a black page with an image face and three image hands at the stated angles', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-11-20T10:08:30.000+01:00') });
  await page.goto('/projects/golf-clock');
  const clock = page.getByRole('img', { name: 'Golf clock showing 10:08 AM' });
  await expect(clock).toBeVisible();
  const images = clock.locator('img');
  await expect(images).toHaveCount(4);
  await expect
    .poll(() => images.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth > 0)))
    .toEqual([true, true, true, true]);
  await page.clock.pauseAt(new Date('2026-11-20T10:08:59.500+01:00'));
  const law = await page
    .getByRole('img', { name: /Golf clock/ })
    .evaluate((face) =>
      ['--hour', '--minute', '--second'].map((name) =>
        Number((Number.parseFloat(getComputedStyle(face).getPropertyValue(name)) % 360).toFixed(3)),
      ),
    );
  expect(law).toEqual([304, 53.9, 354]);
  const black = await clock.evaluate((face) => getComputedStyle(face.parentElement ?? face).backgroundColor);
  expect(black).toBe('rgb(0, 0, 0)');
  const box = await clock.evaluate((face) => (face.parentElement ?? face).getBoundingClientRect().toJSON() as DOMRect);
  expect([box.x, box.y]).toEqual([0, 0]);
  expect(box.width).toBe(page.viewportSize()?.width);
});

/** The minute hand's image lies askew, its corners furthest out over the page. */
const ASKEW = new Date('2026-11-20T12:52:30.000+01:00');

test('its round button goes home, wherever the hands lie', async ({ page }) => {
  await page.clock.install({ time: ASKEW });
  await page.goto('/projects/golf-clock');
  const home = page.getByRole('main').getByRole('link', { name: 'Go home' });
  const box = await home.boundingBox();
  expect(box?.width).toBe(box?.height);
  await expect(home).toHaveCSS('border-radius', '50%');
  await home.click();
  await expect(page).toHaveURL(/\/$/);
});

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [1440, 900],
] as const) {
  test(`at ${width} x ${height} nothing lies over the golf clock’s controls`, async ({ page }) => {
    await page.clock.install({ time: ASKEW });
    await page.setViewportSize({ width, height });
    await page.goto('/projects/golf-clock');
    const main = page.getByRole('main');
    await main.getByRole('link', { name: 'Go home' }).click({ trial: true });
    if (width < 1240) await main.getByRole('button', { name: 'Details: Golf Clock' }).click();
    await main.getByRole('switch', { name: 'Sweeping second hand' }).click({ trial: true });
    await main.getByRole('button', { name: 'Full screen' }).click({ trial: true });
    await page.getByRole('button', { name: 'Pause motion' }).click({ trial: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

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

test('on the whole screen Share says that the link was copied', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/projects/golf-clock');
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  await page.getByRole('button', { name: 'Share' }).click();
  const toast = page.getByText('Link copied', { exact: true }).first();
  await expect(toast).toBeVisible();
  expect(await toast.evaluate((one) => document.fullscreenElement?.contains(one))).toBe(true);
});

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
] as const) {
  test(`pausing moves nothing on the golf clock at ${width} x ${height}, and its words have a margin below them`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/projects/golf-clock');
    const clock = page.getByRole('img', { name: /^Golf clock/ });
    const before = await clock.boundingBox();
    await page.getByRole('button', { name: 'Pause motion' }).click();
    const words = page.getByText('Paused: the clock stands still at the moment shown.');
    await expect(words).toBeVisible();
    expect(await clock.boundingBox()).toEqual(before);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    const box = await words.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height - 16);
  });
}
