import { expectAccessible } from '../support/accessible.ts';
import { site } from '../support/content.ts';
import { openWhole } from '../support/every-page.ts';
import { expect, test } from '../support/test.ts';

const PATHS = ['/projects/golf-clock', '/projects/333-balls'] as const;

for (const path of PATHS) {
  test(`${path} shows only its name in the middle of the window while loading`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    // Its code does not arrive during the test.
    await page.route('**/r/demos-*/**', () => undefined);
    await page.goto(path, { waitUntil: 'commit' });
    const waiting = page.getByRole('main').getByRole('status');
    await expect(waiting).toBeVisible();
    await expect(waiting).toHaveText(/^Loading .+…$/);
    await expect(waiting.locator('span')).toHaveCount(0);
    const box = await waiting.boundingBox();
    if (!box) throw new Error('nothing waits');
    expect(Math.abs(box.x + box.width / 2 - 195)).toBeLessThan(2);
    expect(Math.abs(box.y + box.height / 2 - 422)).toBeLessThan(2);
    expect(box.height).toBeLessThan(120);
  });
}

test('a page that is always dark has a dark loading state with legible text', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.route('**/r/demos-*/**', () => undefined);
  await page.goto('/projects/golf-clock', { waitUntil: 'commit' });
  await expect(page.getByText('Loading Golf Clock…')).toBeVisible();
  const [red = 255, green = 255, blue = 255] = await page.evaluate(async () => {
    const behind = document.elementsFromPoint(20, 400).map((one) => getComputedStyle(one).backgroundColor);
    const ground = behind.find((color) => color !== 'rgba(0, 0, 0, 0)') ?? '';
    return (ground.match(/[\d.]+/g) ?? []).map(Number);
  });
  expect(Math.max(red, green, blue)).toBeLessThan(20);
  await expectAccessible(page, 'waiting in the dark');
});

test('a toast appears above the floating buttons of an exhibit', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL ?? '' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openWhole(page, '/projects/333-balls');
  await page.getByRole('button', { name: 'Share' }).click();
  const toast = await page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem').boundingBox();
  for (const floating of [page.getByRole('button', { name: 'Pause motion' }), page.getByRole('link', { name: 'Privacy' })]) {
    const box = await floating.boundingBox();
    expect((toast?.y ?? Infinity) + (toast?.height ?? 0)).toBeLessThan(box?.y ?? 0);
  }
});

test('Privacy comes before Pause motion on every page, visually and by keyboard', async ({ page }) => {
  for (const path of ['/', '/contact', '/projects/333-balls']) {
    await openWhole(page, path);
    const privacy = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' });
    const [left, right] = [await privacy.boundingBox(), await page.getByRole('button', { name: 'Pause motion' }).boundingBox()];
    expect((left?.x ?? Infinity) + (left?.width ?? 0), path).toBeLessThan(right?.x ?? 0);
    await privacy.focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Pause motion' })).toBeFocused();
  }
});

const NAME = 'Maximiliane Alexandrowna von und zu Hohenfriedeberg-Sonnenschein the Younger';

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`at ${width} x ${height} a long name takes two lines over the golf clock, and does not cover its flag`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openWhole(page, '/projects/golf-clock');
    const link = page.getByRole('banner').getByRole('link', { name: site.ownerName });
    await link.locator('span').evaluate((words, name) => (words.textContent = name), NAME);
    const plate = page.getByRole('banner').getByRole('link', { name: NAME });
    const lines = await plate.locator('span').evaluate((words) => {
      return words.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(words).lineHeight);
    });
    expect(lines).toBeCloseTo(2, 1);
    const name = await plate.boundingBox();
    const clock = await page.getByRole('img', { name: /Golf clock/ }).boundingBox();
    if (!name || !clock) throw new Error('name and clock are not both shown');
    // The flag is in the middle of the clock's upper edge.
    const isLeftOfFlag = name.x + name.width < clock.x + clock.width / 2 - 20;
    const isAboveClock = name.y + name.height <= clock.y;
    expect(isLeftOfFlag || isAboveClock).toBe(true);
  });
}
