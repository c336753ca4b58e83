import type { Page } from '@playwright/test';
import { skipUnlessSample, type ContentFile } from './content.ts';
import { fixDate } from './loader-timers.ts';
import { PICTURE_BROWSER } from './picture-browser.ts';
import { expect, test } from './test.ts';

/** The moment at which every picture is taken, in the time zone that tests/playwright.config.ts sets. */
const PICTURE_TIME = new Date('2026-11-20T10:08:41.000+01:00');
const SCHEMES = ['light', 'dark'] as const;
const SIZE = { width: 820, height: 1000 };

/** The screens of tools/sheets.mjs: a phone, a tablet held upright, a laptop. */
export const SCREENS = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  wide: { width: 1440, height: 900 },
};

export interface Picture {
  /** Name of the baselines: `tests/visual/baselines/chromium-<major>/<name>[-<screen>]-<scheme>.png`. */
  readonly name: string;
  /** Address with its search parameters, such as the seed or scenario of a page that uses random numbers. */
  readonly path: string;
  readonly size?: { readonly width: number; readonly height: number };
  /** Several sizes by name, instead of one. */
  readonly screens?: Readonly<Record<string, { readonly width: number; readonly height: number }>>;
  /** True: the page reads the window's width only when it opens, so it is reloaded for each size. */
  readonly reloadsPerSize?: boolean;
  /** Both, unless the page looks the same in either. */
  readonly schemes?: readonly ('light' | 'dark')[];
  /** Prepares the page before it is opened: stubbed responses, names of cameras. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Content files whose text is in the picture; the owner's name is on every page that is not embedded. */
  readonly content?: readonly ContentFile[];
  /** Console messages that the page always causes. */
  readonly console?: readonly RegExp[];
  /** Waits until the page shows what the picture must contain; called again in each size and scheme. */
  readonly ready: (page: Page) => Promise<unknown>;
}

/**
 * Declares one test per page, which compares the page with its baselines at a fixed time and in a fixed time zone, in each size
 * and color scheme. Reduced motion is requested, so nothing moves by itself. The page is opened once; then its size and scheme
 * change, as they may for a visitor, and each picture that differs is reported by name. For a new picture or an intended change
 * run the spec with `--update-snapshots=all`, look at the files, and commit them.
 */
export function pictureTests(pictures: readonly Picture[]): void {
  test.use({ glassBlurs: true });
  for (const picture of pictures) {
    const {
      name,
      path,
      size = SIZE,
      screens,
      reloadsPerSize = false,
      schemes = SCHEMES,
      console: messages = [],
      content = ['site.json'],
      prepare,
      ready,
    } = picture;
    const looks = screens ? Object.entries(screens).map(([screen, box]) => [`-${screen}`, box] as const) : [['', size] as const];
    const variants = [...(screens ? [`on ${Object.keys(screens).join(', ')}`] : []), `in ${schemes.join(' and ')}`];
    test(`${name} looks as it did, ${variants.join(', ')}`, async ({ page, browser, expectedConsole }) => {
      expectedConsole.push(...messages);
      const major = Number.parseInt(browser.version(), 10);
      const reason = `The pictures were taken with Chromium ${PICTURE_BROWSER}; this is ${major}, which draws differently. Nothing was compared.`;
      if (major !== PICTURE_BROWSER) console.log(`skipped “${name}”: ${reason}`);
      test.skip(major !== PICTURE_BROWSER, reason);
      skipUnlessSample(...content);
      await fixDate(page, PICTURE_TIME);
      await prepare?.(page);
      await page.setViewportSize(looks[0]?.[1] ?? size);
      // Opened in the last scheme, so that the first picture is repainted like all others: letters painted while fonts were
      // still loading may be a fraction of a pixel off.
      await page.emulateMedia({ colorScheme: schemes.at(-1) ?? 'light', reducedMotion: 'reduce' });
      await page.goto(path);
      await ready(page);
      for (const [screen, box] of looks) {
        await page.setViewportSize(box);
        if (reloadsPerSize) await page.reload();
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          await ready(page);
          await page.evaluate(async () => {
            await document.fonts.ready;
          });
          const file = `${name}${screen}-${colorScheme}.png`;
          await expect.soft(page, file).toHaveScreenshot(file, { animations: 'disabled', maxDiffPixelRatio: 0.0003 });
        }
      }
    });
  }
}
