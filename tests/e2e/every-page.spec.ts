import type { Page } from '@playwright/test';
import { expectAccessibleOnce } from '../support/accessible.ts';
import { site } from '../support/content.ts';
import { appsWithoutCameras, NOWHERE, openFully, pagesOf } from '../support/every-page.ts';
import { expectLegible, faintTexts } from '../support/legible.ts';
import { expectFitsEverySize, expectReflows, inBothSchemes, pauseButton, withLargeText } from '../support/page-checks.ts';
import { illegibleTexts } from '../support/reflow.ts';
import { expect, test } from '../support/test.ts';

/* Visits each page once and checks everything that holds for all pages; pages with cameras are in camera-every-page.spec.ts. */

function contrast([a = 0, b = 0]: readonly number[]): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Color of the owner's name, and the luminances of the name and of its plate on black and on white. */
const plateOf = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: site.ownerName })
    .evaluate((link) => {
      const { color, backgroundColor } = getComputedStyle(link);
      const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
      const luminance = (text: string, under: number) => {
        const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
        const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => linear((value / 255) * alpha + under * (1 - alpha)));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      return { color, luminances: [0, 1].map((ground) => [luminance(color, ground), luminance(backgroundColor, ground)]) };
    });

/** The header's text has the page's color, and can be read on any background. */
async function expectPlate(page: Page, state: string, textColor: 'white' | 'black'): Promise<void> {
  const { color, luminances } = await plateOf(page);
  const look = `header text on ${state}`;
  expect.soft(color, look).toBe(textColor === 'white' ? 'rgb(255, 255, 255)' : 'rgb(13, 14, 18)');
  for (const pair of luminances) expect.soft(contrast(pair), look).toBeGreaterThanOrEqual(4.5);
}

/** At twice the font size nothing covers the controls of a page that fills the window. */
async function expectPlacard(page: Page): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole('button', { name: /^Details: / }).click({ trial: true });
    await page.getByRole('link', { name: 'Privacy' }).click({ trial: true });
  }
}

async function expectGameCanStart(page: Page): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const start = page.getByRole('button', { name: 'START GAME' });
    // Visible without scrolling, which a trial click would do.
    await expect(start).toBeInViewport({ ratio: 1 });
    await start.click({ trial: true });
    await page.getByRole('button', { name: 'Mute' }).click({ trial: true });
    await page.getByRole('button', { name: 'Resume motion' }).click({ trial: true });
  }
}

/** The collapsed placard covers neither the clock nor its home button. */
async function expectGolfClockUncovered(page: Page): Promise<void> {
  await expectPlacard(page);
  // With large text the page opens with its placard collapsed.
  await page.setViewportSize({ width: 1440, height: 900 });
  await openFully(page, '/projects/golf-clock');
  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height });
    const main = page.getByRole('main');
    const placard = await main.getByRole('region', { name: 'Golf Clock' }).boundingBox();
    for (const one of [
      main.getByRole('img', { name: /^Golf clock/ }),
      main.getByRole('link', { name: 'Go home' }),
      main.getByText('Paused: the clock stands still at the moment shown.'),
    ]) {
      await expect(one).toBeInViewport({ ratio: 1 });
      const box = await one.boundingBox();
      const isClear =
        box &&
        placard &&
        (box.y + box.height <= placard.y || box.x >= placard.x + placard.width || box.x + box.width <= placard.x);
      expect(isClear, JSON.stringify({ width, box, placard })).toBe(true);
    }
  }
}

/** What large text must not break on pages that fill the window. */
const LARGE: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  '/projects/333-balls': expectPlacard,
  '/projects/monet-paint': expectPlacard,
  '/projects/golf-clock': expectGolfClockUncovered,
  '/projects/tennis-ball-gun': expectGameCanStart,
};

const NAMES = [
  'Maximiliane Alexandrowna von und zu Hohenfriedeberg-Sonnenschein the Younger',
  'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren',
];

/** A long name is shown in full beside the menu, and displaces nothing. */
async function expectRoomForNames(page: Page, path: string): Promise<void> {
  const plate = page.getByRole('banner').getByRole('link').first();
  for (const name of NAMES) {
    await plate.evaluate((link, text) => (link.textContent = text), name);
    await page.locator('main h1').evaluate((heading, text) => (heading.textContent = text), name);
    await expectReflows(page, path, [320, 390, 820, 1440], `named ${name}`);
    expect(await plate.textContent()).toBe(name);
  }
}

for (const app of appsWithoutCameras) {
  test(`every page of ${app} has its frame, fits every window at either font size, is legible on its backdrop, and axe finds nothing`, async ({
    page,
    request,
    expectedConsole,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const [at, { path, layout, headerLinks, moves }] of (await pagesOf(request, app)).entries()) {
      if (path === NOWHERE) expectedConsole.push(/404/);
      const isBare = layout === 'bare';
      await page.setViewportSize({ width: 1440, height: 900 });
      await openFully(page, path);
      await expect.soft(page.getByRole('heading', { level: 1 }), `headings of ${path}`).toHaveCount(1);
      await expect.soft(page.getByRole('banner'), `headers of ${path}`).toHaveCount(isBare ? 0 : 1);
      await expect.soft(page.getByRole('main'), path).toHaveCount(1);
      await expect.soft(page, path).toHaveTitle(/\S/);
      await expect.soft(pauseButton(page), `Pause motion on ${path}`).toHaveCount(moves && !isBare ? 1 : 0);
      await inBothSchemes(page, path, at % 2 === 0, async (state) => {
        if (!isBare) await expectPlate(page, state, headerLinks);
        // The others fill the window with their own background, or are embedded in another site.
        if (layout === 'framed') await expectLegible(page, state);
      });
      await expectAccessibleOnce(page, path);
      await expectFitsEverySize(page, path, Boolean(moves) && !isBare);
      if (app === 'shell') await expectReflows(page, path, [320, 820], 'usual font size');
      await withLargeText(page, path, async () => {
        await LARGE[path]?.(page);
        if (app === 'shell') await expectReflows(page, path, [390, 820, 1440], 'twice the font size');
      });
      if (path === '/' || path === '/about') await expectRoomForNames(page, path);
    }
  });
}

test('the legibility and reflow checks find what is wrong', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openFully(page, '/privacy');
  expect(await faintTexts(page, 'as it is')).toEqual([]);
  const part = page.locator('main p').nth(1);
  for (const style of ['color: rgb(20 21 26 / 0.3)', 'opacity: 0.3']) {
    await part.evaluate((words, text) => (words.style.cssText = text), style);
    expect((await faintTexts(page, style)).length, style).toBeGreaterThan(0);
  }
  await part.evaluate((words) => words.removeAttribute('style'));
  expect(await faintTexts(page, 'as it was')).toEqual([]);
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(() => illegibleTexts(page)).toEqual([]);
  await part.evaluate((words) => (words.style.whiteSpace = 'nowrap'));
  expect((await illegibleTexts(page)).length).toBeGreaterThan(0);
});
