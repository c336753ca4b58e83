import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { NOWHERE, openWhole, pagesOf } from './every-page.ts';
import { expect, test } from './test.ts';

const AXE = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What a visitor's system may ask of the colours. */
const COLOURS = [
  { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' } },
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } },
  { name: 'forced colours', media: { colorScheme: 'light', forcedColors: 'active' } },
] as const;

/** Runs axe over the page as it stands; `state` names it in the message of a failure. */
export async function expectAccessible(page: Page, state: string) {
  // Evaluated by the debugger, so the page's policy needs no exception; once per document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await AXE);
  // What passes is not gathered: it would be most of the answer, and of the work.
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  });
  expect.soft(found, state).toEqual([]);
}

/** Changes the colours under the page, as nightfall does, and waits until it wears them: a colour on its way is neither's. */
async function showIn(page: Page, { media }: (typeof COLOURS)[number]): Promise<void> {
  await page.emulateMedia(media);
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished.catch(() => undefined)),
    ).then(() => undefined),
  );
}

/** Runs axe in light, dark and forced colours, each in its width if widths are given, and leaves the page in its own colours. */
export async function expectAccessibleInAllColours(page: Page, state: string, widths?: readonly [number, number, number]) {
  for (const [index, colours] of COLOURS.entries()) {
    const width = widths?.[index];
    if (width !== undefined) await page.setViewportSize({ width, height: 844 });
    await showIn(page, colours);
    const look = width === undefined ? colours.name : `${colours.name}, ${width} px`;
    await expectAccessible(page, `${state}, ${look}`);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (width !== undefined) expect.soft(beyond, `${state}, ${look}: pixels beyond the window`).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
}

/** The width of each way of colours. */
const WIDTHS = [390, 1440, 820] as const;

/** Declares the test of every page of an app, `shell` or a remote. */
export function accessibilityTest(app: string): void {
  test(`axe finds nothing on any page of ${app}, in motion and with less motion, in light, dark and forced colours; no page is wider than its window, and no console speaks`, async ({
    page,
    request,
    expectedConsole,
  }) => {
    for (const { path, moves } of await pagesOf(request, app)) {
      if (path === NOWHERE) expectedConsole.push(/404/);
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await openWhole(page, path);
      if (moves) await expectAccessible(page, `${path} in motion`);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await expectAccessibleInAllColours(page, path, WIDTHS);
    }
  });
}
