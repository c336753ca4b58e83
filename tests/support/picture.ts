import type { Page } from '@playwright/test';
import { skipOwn, type ContentFile } from './content.ts';
import { fixDate } from './loader-timers.ts';
import { PICTURE_BROWSER } from './picture-browser.ts';
import { expect, test } from './test.ts';

/** The moment at which every picture is taken, in the zone of tests/playwright.config.ts. */
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
  /** Address with its search parameters; a page with chance in it takes its seed or scenario here. */
  readonly path: string;
  readonly size?: { readonly width: number; readonly height: number };
  /** Several sizes by name, in the place of one. */
  readonly screens?: Readonly<Record<string, { readonly width: number; readonly height: number }>>;
  /** True: the page asks for the window's width as it opens, so it is opened anew for each size. */
  readonly opensAnew?: boolean;
  /** Both, unless the page looks the same in either. */
  readonly schemes?: readonly ('light' | 'dark')[];
  /** Readies the page before it is opened: answers for its requests, names for its cameras. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Content files whose words are in the picture; the owner's name stands over every page that is not in a frame. */
  readonly content?: readonly ContentFile[];
  /** What the browser's console says by the nature of the page. */
  readonly console?: readonly RegExp[];
  /** Waits until the page shows what the picture is of; asked again in each size. */
  readonly ready: (page: Page) => Promise<unknown>;
}

/**
 * Declares one test per page: its composed still (less motion is asked for, so nothing moves by itself) at a fixed time and in a
 * fixed zone, in each size and color scheme, against its baselines. The page is opened once; size and scheme change under it, as
 * they do under a visitor, and each picture that differs is told by its name. For a new picture or a wanted change run the spec
 * with `--update-snapshots`, look at the files, and commit them.
 */
export function pictureTests(pictures: readonly Picture[]): void {
  test.use({ glassBlurs: true });
  for (const picture of pictures) {
    const {
      name,
      path,
      size = SIZE,
      screens,
      opensAnew = false,
      schemes = SCHEMES,
      console: said = [],
      content = ['site.json'],
      prepare,
      ready,
    } = picture;
    const looks = screens ? Object.entries(screens).map(([screen, box]) => [`-${screen}`, box] as const) : [['', size] as const];
    const inWords = [...(screens ? [`on ${Object.keys(screens).join(', ')}`] : []), `in ${schemes.join(' and ')}`];
    test(`${name} looks as it did, ${inWords.join(', ')}`, async ({ page, browser, expectedConsole }) => {
      expectedConsole.push(...said);
      const major = Number.parseInt(browser.version(), 10);
      const words = `The pictures were taken with Chromium ${PICTURE_BROWSER}; this is ${major}, which draws differently. Nothing was compared.`;
      if (major !== PICTURE_BROWSER) console.log(`skipped “${name}”: ${words}`);
      test.skip(major !== PICTURE_BROWSER, words);
      skipOwn(...content);
      await fixDate(page, PICTURE_TIME);
      await prepare?.(page);
      await page.setViewportSize(looks[0]?.[1] ?? size);
      // Opened in the last scheme, so that the first picture is painted anew like all others: letters painted while fonts were
      // still coming may stand a fraction of a pixel beside their place.
      await page.emulateMedia({ colorScheme: schemes.at(-1) ?? 'light', reducedMotion: 'reduce' });
      await page.goto(path);
      await ready(page);
      for (const [screen, box] of looks) {
        await page.setViewportSize(box);
        if (opensAnew) await page.reload();
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme });
          await ready(page);
          await page.evaluate(async () => {
            await document.fonts.ready;
          });
          const file = `${name}${screen}-${colorScheme}.png`;
          await expect.soft(page, file).toHaveScreenshot(file, { animations: 'disabled', maxDiffPixelRatio: 0.001 });
        }
      }
    });
  }
}
