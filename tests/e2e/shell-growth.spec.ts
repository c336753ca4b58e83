import type { Page } from '@playwright/test';
import { IS_HYDRATED } from '../support/hydration.ts';
import { expect, test } from '../support/test.ts';

interface Growth {
  readonly name: string;
  readonly milliseconds: number;
  /** Width in px at the start. */
  readonly from: number;
}

/** Records every view transition of the page: its participants and its duration. */
async function watch(page: Page): Promise<() => Promise<readonly (readonly Growth[])[]>> {
  await page.addInitScript(() => {
    const seen: Growth[][] = [];
    Object.assign(globalThis, { seenTransitions: seen });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      const note = () => {
        const groups = document
          .getAnimations()
          .map(({ effect }) => effect)
          .filter((effect) => effect instanceof KeyframeEffect)
          .filter((effect) => effect.pseudoElement?.includes('group') === true);
        seen.push(
          groups.map((effect) => ({
            name: effect.pseudoElement ?? '',
            milliseconds: Number(effect.getTiming().duration),
            from: Number.parseFloat(String(effect.getKeyframes()[0]?.['width'])),
          })),
        );
      };
      transition.ready.then(note, () => undefined);
      return transition;
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { seenTransitions: Growth[][] }).seenTransitions);
}

const bubble = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

const home = (page: Page) => page.getByRole('banner').getByRole('link').first().click();

test('a bubble grows into the large circle of its page within 300 ms, unless motion is reduced or paused', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const growths = await watch(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect.poll(() => page.evaluate(IS_HYDRATED)).toBe(true);
  await bubble(page, 'Résumé').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Résumé');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await growths()).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await expect.poll(() => page.evaluate(IS_HYDRATED)).toBe(true);
  for (const [name, path, size] of [
    ['Résumé', '/about', 320],
    ['Projects', '/projects', 240],
    ['Shop', '/portfolio', 280],
    ['Contact', '/contact', 200],
  ] as const) {
    const before = (await growths()).length;
    await bubble(page, name).press('Enter');
    await expect(page).toHaveURL(path);
    await expect.poll(async () => (await growths()).length).toBe(before + 1);
    const circle = (await growths()).at(-1)?.find((growth) => growth.name === '::view-transition-group(page-circle)');
    expect(circle?.from, name).toBeCloseTo(size, 0);
    expect(circle?.milliseconds, name).toBeLessThanOrEqual(300);
    await expect(page.locator('h1')).toBeFocused();
    await home(page);
    await expect(bubble(page, name)).toBeVisible();
  }
  const { length } = await growths();
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await bubble(page, 'Contact').press('Enter');
  await expect(page).toHaveURL('/contact');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await growths()).toHaveLength(length);
});
