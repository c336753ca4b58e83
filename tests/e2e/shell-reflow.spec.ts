import type { Page } from '@playwright/test';
import { site } from '../support/content.ts';
import { expect, test } from '../support/test.ts';

const PATHS = [
  '/',
  '/about',
  '/projects',
  '/projects/drafts',
  '/projects/header-test',
  '/portfolio',
  '/contact',
  '/privacy',
  '/nowhere',
];

/** Descriptions of illegible text: beyond the edge, clipped by its own box, or covered. */
function troubles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} px wide in a window of ${clientWidth}`);
    const named = (element: Element) => `${element.tagName} “${element.textContent?.trim().slice(0, 40)}”`;
    const texts = [...document.querySelectorAll('header *, main *, footer *')].filter(
      (element) =>
        [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()) &&
        element.checkVisibility() &&
        !element.closest('.visually-hidden, dialog:not([open])'),
    );
    for (const element of texts) {
      for (const node of element.childNodes) {
        if (node.nodeType !== 3) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const { left, right, width } of range.getClientRects()) {
          if (width > 0 && (left < -1 || right > clientWidth + 1)) found.push(`${named(element)} leaves the window`);
        }
      }
      if (getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) {
        found.push(`${named(element)} is cut`);
      }
    }
    // The bubbles of the home page drift over one another by design.
    const blocks = [
      ...document.querySelectorAll('header a, header p, header button, main h1, main h2, main p, main li > a, footer a'),
    ].filter(
      (element) =>
        element.checkVisibility() &&
        !element.closest('.visually-hidden, dialog, main ul:has(a[href="/about"])') &&
        !element.matches('.visually-hidden'),
    );
    const boxes = blocks.map((element) => ({ element, box: element.getBoundingClientRect() }));
    boxes.forEach(({ element, box }, index) => {
      for (const other of boxes.slice(index + 1)) {
        if (element.contains(other.element)) continue;
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 1 && down > 1) found.push(`${named(element)} lies on ${named(other.element)}`);
      }
    });
    return found;
  });
}

async function open(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(path);
  await expect(page.locator('main h1')).toBeAttached();
  if (path === '/projects/drafts') await expect(page.getByRole('textbox')).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

for (const path of PATHS) {
  test(`${path} is completely legible at 320 and 820 px, and at twice the font size`, async ({ page, expectedConsole }) => {
    if (path === '/nowhere') expectedConsole.push(/404/);
    const client = await page.context().newCDPSession(page);
    for (const [textSize, widths] of [
      [16, [320, 820]],
      [32, [390, 820, 1440]],
    ] as const) {
      await page.setViewportSize({ width: widths[0], height: 800 });
      // The visitor's font size in the browser's settings.
      await page.goto('about:blank');
      await client.send('Page.setFontSizes', { fontSizes: { standard: textSize } });
      await open(page, path);
      expect(await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize))).toBeGreaterThanOrEqual(
        textSize,
      );
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await troubles(page), `${width} px, letters of ${textSize} px`).toEqual([]);
      }
    }
  });
}

for (const [what, name] of [
  ['of many words', 'Maximiliane Alexandrowna von und zu Hohenfriedeberg-Sonnenschein the Younger'],
  ['of one long word', 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren'],
] as const) {
  test(`a name ${what} is complete beside the menu, and displaces nothing`, async ({ page }) => {
    for (const path of ['/', '/about']) {
      await open(page, path);
      await page
        .getByRole('banner')
        .getByRole('link', { name: site.ownerName })
        .evaluate((link, text) => (link.textContent = text), name);
      await page.locator('main h1').evaluate((heading, text) => (heading.textContent = text), name);
      for (const width of [320, 390, 820, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect.soft(await troubles(page), `${path} at ${width} px`).toEqual([]);
        expect(await page.getByRole('banner').getByRole('link').first().textContent()).toBe(name);
      }
    }
  });
}
