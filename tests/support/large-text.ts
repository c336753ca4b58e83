import type { CDPSession, Page } from '@playwright/test';
import { expect } from './test.ts';

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Sets the visitor's default font size while a page is open; it stays until it is set again. */
export async function setFontSize(page: Page, size: 16 | 24 | 32): Promise<void> {
  const opened = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, opened);
  await (await opened).send('Page.setFontSizes', { fontSizes: { standard: size } });
  const root = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  // The root's own size may be a little larger.
  await expect.poll(async () => Math.floor((await root()) / 8) * 8).toBe(size);
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
