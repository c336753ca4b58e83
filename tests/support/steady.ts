import { expect, type Page } from '@playwright/test';

export const PHONE = { width: 390, height: 844 };
export const SCREENS = [PHONE, { width: 1440, height: 900 }];

/** Records every layout shift of the page from its first paint on, and which elements moved. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[]) {
        const names = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 60) : 'gone'));
        shifts.push(`${entry.value.toFixed(4)} ${names.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

/** In the first frame pending changes are painted; by the second their shifts are reported. */
export const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** `held` is pending until `release` is called. */
export function gate() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

/** Limits the sum of all shifts: stricter than the browser's own score, which counts only the worst few seconds. */
export async function expectSteady(page: Page): Promise<void> {
  await twoFrames(page);
  const shifts = await shiftsOf(page);
  const moved = shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0);
  expect(moved, shifts.join('\n')).toBeLessThan(0.02);
}
