import { fakeCameras, launchWith } from '../support/camera.ts';
import { openCameraPage } from '../support/camera-page.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

// `camera-every-page.spec.ts` tests what is on the first screen of each page.

test('on a phone Start never covers the focused element, down to the back link; at twice the font size it stays in the flow and covers nothing', async ({
  page,
}) => {
  const { path, start, back } = COLLAGE_PAGES.hexagon;
  await page.setViewportSize({ width: 390, height: 844 });
  await openCameraPage(page, path);
  const button = page.getByRole('button', { name: start });
  await expect(button).toBeEnabled();
  await page.getByText('Shooting options', { exact: true }).click();
  const main = page.getByRole('main');
  const backLink = main.getByRole('link', { name: back[0] });
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
    if (await backLink.evaluate((link) => link === document.activeElement)) break;
  }
  await expect(backLink).toBeFocused();
  expect(covered).toEqual([]);

  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.reload();
  await page.getByRole('combobox', { name: 'Camera' }).click({ trial: true });
  await expect(button).not.toBeInViewport();
  await button.click({ trial: true });
});
