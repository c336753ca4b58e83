import type { Page } from '@playwright/test';
import { brokenWords, setFontSize } from './large-text.ts';
import { illegibleTexts } from './reflow.ts';
import { expect } from './test.ts';

export const SIZES = [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const;

const beyondWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export const pauseButton = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: /^(Pause|Resume) motion$/ });

/** Whether clicks in the middle and at both ends of the control hit it. */
const isOnTop = (page: Page) =>
  pauseButton(page).evaluate((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) return false;
    return [left + 20, (left + right) / 2, right - 20].every((x) => button.contains(document.elementFromPoint(x, middle)));
  });

/** No width is too narrow for the page, and where something moves, Pause motion is visible at the top and bottom of the page. */
export async function expectFitsEverySize(page: Page, path: string, moves: boolean): Promise<void> {
  for (const [width, height] of SIZES) {
    const where = `${path}, ${width} x ${height}`;
    await page.setViewportSize({ width, height });
    await expect.soft.poll(() => beyondWindow(page), `${where}: pixels beyond the window`).toBeLessThanOrEqual(0);
    if (!moves) continue;
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect.soft.poll(() => isOnTop(page), `${where}: Pause motion is on top at the top of the page`).toBe(true);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.soft.poll(() => isOnTop(page), `${where}: Pause motion is on top at the bottom of the page`).toBe(true);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click({ trial: true });
    await page.evaluate(() => window.scrollTo(0, 0));
  }
}

/**
 * Checks the page with its details open, in the light and then in the dark scheme, one of them on a phone; leaves it in the dark
 * one.
 */
export async function inBothSchemes(
  page: Page,
  path: string,
  darkOnPhone: boolean,
  check: (state: string) => Promise<void>,
): Promise<void> {
  const details = page.locator('main details');
  await details.evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
  for (const [colorScheme, width] of [
    ['light', darkOnPhone ? 1440 : 390],
    ['dark', darkOnPhone ? 390 : 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await check(`${path}, ${colorScheme}, ${width} px`);
  }
  await details.evaluateAll((all) => all.forEach((one) => one.removeAttribute('open')));
}

/** At these widths no text on a page of the shell is cut off or covered. */
export async function expectReflows(page: Page, path: string, widths: readonly number[], state: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expect.soft.poll(() => illegibleTexts(page), `${path}, ${width} px, ${state}`).toEqual([]);
  }
}

/** At twice the font size the page is no wider than a phone and no word of its title is broken; `more` checks the same state. */
export async function withLargeText(page: Page, path: string, more: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await setFontSize(page, 32);
  await expect.soft
    .poll(() => beyondWindow(page), `${path} at twice the font size: pixels beyond the window`)
    .toBeLessThanOrEqual(0);
  expect.soft(await brokenWords(page), `${path} at twice the font size: words broken in the title`).toEqual([]);
  await more();
  await setFontSize(page, 16);
}
