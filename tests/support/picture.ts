import type { Page } from '@playwright/test';
import { PICTURE_BROWSER } from './picture-browser.ts';
import { expect, test } from './test.ts';

/** The moment at which every picture is taken, in the zone of tests/playwright.config.ts. */
const PICTURE_TIME = new Date('2026-11-20T10:08:41.000+01:00');
const SCHEMES = ['light', 'dark'] as const;
const SIZE = { width: 820, height: 1000 };

export interface Picture {
  /** Name of the baseline: `tests/visual/baselines/chromium-<major>/<name>-<scheme>.png`. */
  readonly name: string;
  /** Address with its search parameters; a page with chance in it takes its seed or scenario here. */
  readonly path: string;
  readonly size?: { readonly width: number; readonly height: number };
  /** Both, unless the page looks the same in either. */
  readonly schemes?: readonly ('light' | 'dark')[];
  /** Readies the page before it is opened: answers for its requests, names for its cameras. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** What the browser's console says by the nature of the page. */
  readonly console?: readonly RegExp[];
  /** Waits until the page shows what the picture is of. */
  readonly ready: (page: Page) => Promise<unknown>;
}

/**
 * Declares one test per colour scheme: the page's composed still (less motion is asked for, so nothing moves by itself) at a
 * fixed time, in a fixed zone and size, against its baseline. For a new picture or a wanted change run the spec with
 * `--update-snapshots`, look at the files, and commit them.
 */
export function pictureTests(pictures: readonly Picture[]): void {
  for (const { name, path, size = SIZE, schemes = SCHEMES, console: said = [], prepare, ready } of pictures) {
    for (const colorScheme of schemes) {
      test(`${name} looks as it did, in ${colorScheme}`, async ({ page, browser, expectedConsole }) => {
        expectedConsole.push(...said);
        const major = Number.parseInt(browser.version(), 10);
        const words = `The pictures were taken with Chromium ${PICTURE_BROWSER}; this is ${major}, which draws differently. Nothing was compared.`;
        if (major !== PICTURE_BROWSER) console.log(`skipped “${name}”, ${colorScheme}: ${words}`);
        test.skip(major !== PICTURE_BROWSER, words);
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.clock.setFixedTime(PICTURE_TIME);
        await prepare?.(page);
        await page.goto(path);
        await ready(page);
        await page.evaluate(async () => {
          await document.fonts.ready;
        });
        await expect(page).toHaveScreenshot(`${name}-${colorScheme}.png`, { animations: 'disabled', maxDiffPixelRatio: 0.001 });
      });
    }
  }
}
