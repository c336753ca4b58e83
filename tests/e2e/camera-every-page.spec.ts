import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInAllColors } from '../support/accessible.ts';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { limitResolution, SHARES_BY_DEFAULT, SHARING_NOTICE, sharingOf } from '../support/camera-page.ts';
import { COLLAGE_PAGES, type CollagePage } from '../support/collage-pages.ts';
import { openFully, pagesOf } from '../support/every-page.ts';
import { brokenWords } from '../support/large-text.ts';
import { expectLegible } from '../support/legible.ts';
import { expect, test } from '../support/test.ts';

// The checks of every-page.spec.ts for pages with cameras, in one visit to each.

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

/** All collage pages look the same before the camera runs, so testing one is enough where their wording does not matter. */
const EXAMPLE: CollagePage = COLLAGE_PAGES.hexagon;
const VIEWER = '/projects/camera';
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1440, height: 900 };

/** Turns the blur of the glass on, as visitors see it. */
const letGlassBlur = (page: Page) =>
  page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });

/** Start and the notice about sharing are on the first screen, and every cell of the layout is drawn. */
async function expectSetup(page: Page, { path, start, preview, layout, size }: CollagePage): Promise<void> {
  const button = page.getByRole('button', { name: start });
  await expect(button).toBeEnabled();
  await expect.soft(sharingOf(page)).toBeChecked({ checked: SHARES_BY_DEFAULT });
  const parts = button.or(sharingOf(page)).or(page.getByText(SHARING_NOTICE));
  // Read in one call, because it is the round trip to the page that takes time.
  const placement = () =>
    parts.evaluateAll((all) => {
      const outside = all.filter((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return left < 0 || top < 0 || right > window.innerWidth || bottom > window.innerHeight;
      });
      const covered = all.filter((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return one.matches('button') && !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      return { parts: all.length, scrolled: window.scrollY, wrong: [...outside, ...covered].map(({ outerHTML }) => outerHTML) };
    });
  for (const screen of [PHONE, LAPTOP]) {
    await page.setViewportSize(screen);
    await expect.poll(placement, `${path}, ${screen.width} px`).toEqual({ parts: 3, scrolled: 0, wrong: [] });
  }
  const cells = layout.cells.map(({ box }) => ({
    x: (box.x + box.width / 2) / size.width,
    y: (box.y + box.height / 2) / size.height,
  }));
  const colors = await page.getByRole('img', { name: preview }).evaluate((canvas: HTMLCanvasElement, places) => {
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })!;
    context.drawImage(canvas, 0, 0);
    return places.map(({ x, y }) => [...context.getImageData(x * canvas.width, y * canvas.height, 1, 1).data].join());
  }, cells);
  expect
    .soft(
      colors.filter((color) => color.endsWith(',0')),
      `${path}: cells that are not drawn`,
    )
    .toEqual([]);
  expect.soft(new Set(colors).size, `${path}: colors`).toBeGreaterThan(3);
}

async function expectAtTwiceTheFontSize(page: Page, path: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await page.setViewportSize(PHONE);
  await client.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await expect(page.locator('html')).toHaveCSS('font-size', '32px');
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(overflow, `${path} at twice the font size: pixels beyond the window`).toBeLessThanOrEqual(0);
  expect.soft(await brokenWords(page), `${path}: broken words`).toEqual([]);
  if (path === VIEWER) {
    // Nothing covers its placard.
    for (const size of [PHONE, { width: 820, height: 1180 }]) {
      await page.setViewportSize(size);
      await page.getByRole('button', { name: /^Details: / }).click({ trial: true });
      await page.getByRole('link', { name: 'Privacy' }).click({ trial: true });
    }
  }
  await client.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await client.detach();
}

test('every page with cameras is accessible and legible in every color setting, fits a phone at twice the font size, and each collage page has Start on its first screen', async ({
  page,
  request,
}) => {
  await limitResolution(page);
  const pages = await pagesOf(request, 'demos-cameras');
  const collagePages = Object.values<CollagePage>(COLLAGE_PAGES);
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(collagePages.map(({ path }) => path)));
  for (const { path, layout, moves } of pages) {
    const collagePage = collagePages.find((one) => one.path === path);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize(PHONE);
    await openFully(page, path);
    if (collagePage) await expectSetup(page, collagePage);
    // Its placard is open even on a phone, because it lists the cameras.
    if (path === VIEWER) await expect(page.getByRole('list', { name: 'Cameras' })).toBeVisible();
    if (!collagePage || collagePage === EXAMPLE) {
      if (moves) await expectAccessible(page, `${path} in motion`);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await expectAccessibleInAllColors(page, path, [390, 1440, 820]);
      const details = page.locator('main details');
      await details.evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
      await letGlassBlur(page);
      for (const [colorScheme, width] of [
        ['light', 390],
        ['dark', 1440],
      ] as const) {
        if (layout !== 'framed') break;
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await expectLegible(page, `${path}, ${colorScheme}, ${width} px`);
      }
      await page.emulateMedia({ colorScheme: null });
    }
    await expectAtTwiceTheFontSize(page, path);
  }
});
