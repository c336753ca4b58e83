import { expectAccessible } from '../support/accessible.ts';
import { site } from '../support/content.ts';
import { openFully } from '../support/every-page.ts';
import { expect, test } from '../support/test.ts';

const NAME = 'Maximiliane Alexandrowna von und zu Hohenfriedeberg-Sonnenschein the Younger';

test('a page that is always dark shows only its name while it loads, legibly, in the middle of a dark window; later an owner’s long name does not cover the clock’s flag', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/r/demos-*/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/projects/golf-clock', { waitUntil: 'commit' });
  const waiting = page.getByRole('main').getByRole('status');
  await expect(waiting).toHaveText('Loading Golf Clock…');
  await expect(waiting.locator('span')).toHaveCount(0);
  const box = await waiting.boundingBox();
  if (!box) throw new Error('no loading text is shown');
  expect(Math.abs(box.x + box.width / 2 - 195)).toBeLessThan(2);
  expect(Math.abs(box.y + box.height / 2 - 422)).toBeLessThan(2);
  expect(box.height).toBeLessThan(120);
  const [red = 255, green = 255, blue = 255] = await page.evaluate(async () => {
    const behind = document.elementsFromPoint(20, 400).map((one) => getComputedStyle(one).backgroundColor);
    const ground = behind.find((color) => color !== 'rgba(0, 0, 0, 0)') ?? '';
    return (ground.match(/[\d.]+/g) ?? []).map(Number);
  });
  expect(Math.max(red, green, blue)).toBeLessThan(20);
  await expectAccessible(page, 'waiting in the dark');
  release();

  const clock = page.getByRole('img', { name: /Golf clock/ });
  await expect(clock).toBeVisible();
  const link = page.getByRole('banner').getByRole('link', { name: site.ownerName });
  await link.locator('span').evaluate((words, name) => (words.textContent = name), NAME);
  const plate = page.getByRole('banner').getByRole('link', { name: NAME });
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const lines = () =>
      plate.locator('span').evaluate((words) => {
        return words.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(words).lineHeight);
      });
    await expect.poll(lines, `lines at ${width} px`).toBeCloseTo(2, 1);
    const isClear = async () => {
      const [named, drawn] = [await plate.boundingBox(), await clock.boundingBox()];
      if (!named || !drawn) throw new Error('the name or the clock is not shown');
      // The flag is at the middle of the clock's upper edge.
      return named.x + named.width < drawn.x + drawn.width / 2 - 20 || named.y + named.height <= drawn.y;
    };
    await expect.poll(isClear, `the flag at ${width} px`).toBe(true);
  }
});

test('a toast appears above the floating buttons of an exhibit; Privacy comes before Pause motion, visually and by keyboard', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseURL ?? '' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openFully(page, '/projects/333-balls');
  const [privacy, pause] = [
    page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }),
    page.getByRole('button', { name: 'Pause motion' }),
  ];
  await page.getByRole('button', { name: 'Share' }).click();
  const toast = await page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem').boundingBox();
  const [left, right] = [await privacy.boundingBox(), await pause.boundingBox()];
  for (const box of [left, right]) expect((toast?.y ?? Infinity) + (toast?.height ?? 0)).toBeLessThan(box?.y ?? 0);
  expect((left?.x ?? Infinity) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0);
  await privacy.focus();
  await page.keyboard.press('Tab');
  await expect(pause).toBeFocused();
});
