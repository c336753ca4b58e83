import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect } from './test.ts';

const AXE = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Color settings of a visitor's system. */
const COLORS = [
  { name: 'light', media: { colorScheme: 'light', forcedColors: 'none' } },
  { name: 'dark', media: { colorScheme: 'dark', forcedColors: 'none' } },
  { name: 'forced colors', media: { colorScheme: 'light', forcedColors: 'active' } },
] as const;

/** Runs axe, or some of its rules, on the page in its current state, which `state` names in the message of a failure. */
export async function expectAccessible(page: Page, state: string, rules?: readonly string[]) {
  // Evaluated by the debugger, so the page's policy needs no exception; once per document.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await AXE);
  // Passes are not collected, because they would be most of the result and of the work.
  const found = await page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
    const { violations } = await axe.run({ resultTypes: ['violations'], ...(only && { runOnly: [...only] }) });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, rules);
  expect.soft(found, state).toEqual([]);
}

/** Changes the color scheme of the open page, and waits until transitions have finished. */
async function showIn(page: Page, { media }: (typeof COLORS)[number]): Promise<void> {
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

/** Runs axe in light, dark and forced colors, each at its width if widths are given, and restores the page's own colors. */
export async function expectAccessibleInAllColors(page: Page, state: string, widths?: readonly [number, number, number]) {
  for (const [index, colors] of COLORS.entries()) {
    const width = widths?.[index];
    if (width !== undefined) await page.setViewportSize({ width, height: 844 });
    await showIn(page, colors);
    const look = width === undefined ? colors.name : `${colors.name}, ${width} px`;
    await expectAccessible(page, `${state}, ${look}`);
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (width !== undefined) expect.soft(beyond, `${state}, ${look}: pixels beyond the window`).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
}

/** The rule whose verdict depends on the colors. */
export const COLOR_RULES = ['color-contrast'];

/**
 * Runs all rules of axe in the dark scheme, and the color rule in forced colors; restores the page's own colors. A journey runs
 * all rules in the light scheme.
 */
export async function expectAccessibleOnce(page: Page, state: string) {
  const [, dark, forced] = COLORS;
  for (const [colors, rules] of [[dark], [forced, COLOR_RULES]] as const) {
    await showIn(page, colors);
    await expectAccessible(page, `${state}, ${colors.name}`, rules);
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
}
