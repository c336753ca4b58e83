import { fakeCameras, launchWith } from '../support/camera.ts';
import { openCameraPage, SHARING_NOTICE } from '../support/camera-room.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

const SCREENS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

for (const { path, start, back } of Object.values(COLLAGE_PAGES)) {
  test(`${path}: Start and the notice about sharing are on the first screen of a phone and of a laptop`, async ({ page }) => {
    await page.setViewportSize(SCREENS[0]!);
    await openCameraPage(page, path);
    const [button, sharing] = [page.getByRole('button', { name: start }), page.getByRole('switch', { name: /^Add to the/ })];
    for (const size of SCREENS) {
      await page.setViewportSize(size);
      for (const one of [button, sharing, page.getByText(SHARING_NOTICE)]) {
        await expect.soft(one, `${size.width}`).toBeInViewport({ ratio: 1 });
      }
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      await button.click({ trial: true });
    }
    // On the phone the bar hides no focused element, down to the link back.
    await page.setViewportSize(SCREENS[0]!);
    await page.getByText('How to shoot', { exact: true }).click();
    const main = page.getByRole('main');
    const wayBack = main.getByRole('link', { name: back[0] });
    await main.getByRole('heading', { level: 1 }).focus();
    const covered: string[] = [];
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => {
        const focused = document.activeElement!;
        const { left, top, width, height } = focused.getBoundingClientRect();
        const over = document.elementFromPoint(left + width / 2, top + height / 2);
        return over && (focused.contains(over) || over.contains(focused)) ? '' : focused.outerHTML.slice(0, 90);
      });
      if (name) covered.push(name);
      if (await wayBack.evaluate((link) => link === document.activeElement)) break;
    }
    await expect(wayBack).toBeFocused();
    expect(covered).toEqual([]);
  });
}

test('at twice the font size Start keeps its place on a phone and covers nothing', async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  await page.goto('about:blank');
  await client.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.setViewportSize(SCREENS[0]!);
  const { path, start } = COLLAGE_PAGES.hexagon;
  await openCameraPage(page, path);
  await page.getByRole('combobox', { name: 'Camera' }).click({ trial: true });
  const button = page.getByRole('button', { name: start });
  await expect(button).not.toBeInViewport();
  await button.click({ trial: true });
});
