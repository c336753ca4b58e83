import type { CDPSession, Page } from '@playwright/test';
import { NOWHERE, openWhole, pagesOf } from './every-page.ts';
import { expect, test } from './test.ts';

/** The visitor's font size in the browser's settings: twice the default. */
async function enlargeLetters(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await page.goto('about:blank');
  await client.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await page.emulateMedia({ reducedMotion: 'reduce' });
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Sets the visitor's default font size under an open page; it stays until it is set again. */
export async function setLetters(page: Page, size: 16 | 32): Promise<void> {
  const opened = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, opened);
  await (await opened).send('Page.setFontSizes', { fontSizes: { standard: size } });
  const root = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  await (size === 16 ? expect.poll(root).toBeLessThan(32) : expect.poll(root).toBeGreaterThanOrEqual(size));
}

/** Words of the page's headings that break across two lines. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .locator('h1:not(.visually-hidden)')
    .evaluateAll((headings) =>
      headings.flatMap((heading) => {
        const text = heading.firstChild;
        if (!text) return [];
        return [...(text.textContent ?? '').matchAll(/[^\s-]+/g)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [word] : [];
        });
      }),
    );

/** Declares the test of every page of an app, `shell` or a remote. */
export function largeLettersTest(app: string): void {
  test(`at twice the font size no page of ${app} is wider than a phone, and no title breaks a word`, async ({
    page,
    request,
    expectedConsole,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await enlargeLetters(page);
    for (const { path } of await pagesOf(request, app)) {
      if (path === NOWHERE) expectedConsole.push(/404/);
      await openWhole(page, path);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect.soft(beyond, `${path}: pixels beyond the window`).toBeLessThanOrEqual(0);
      expect.soft(await brokenWords(page), path).toEqual([]);
    }
  });
}

/** Declares the test of a page that fills the window. */
export function placardTest(path: string): void {
  test(`at twice the font size nothing covers the placard of ${path}`, async ({ page }) => {
    await enlargeLetters(page);
    for (const size of [
      { width: 390, height: 844 },
      { width: 820, height: 1180 },
    ]) {
      await page.setViewportSize(size);
      await openWhole(page, path);
      await page.getByRole('button', { name: /^Details: / }).click({ trial: true });
      await page.getByRole('link', { name: 'Privacy' }).click({ trial: true });
    }
  });
}
