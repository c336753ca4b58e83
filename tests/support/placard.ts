import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** A window of 1280 x 1024 at 400% zoom, and at 300%. */
const ZOOMED = [
  { width: 320, height: 256 },
  { width: 427, height: 267 },
];

const detailsOf = (page: Page) => page.getByRole('button', { name: /^Details: / });

/** The controls of the placard that are covered or outside the window although they have the focus or were scrolled to. */
const coveredControls = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('region')
    .filter({ has: detailsOf(page) })
    .locator('button, a, input, summary')
    .evaluateAll((all) =>
      all
        .filter((one) => {
          one.scrollIntoView({ block: 'nearest' });
          (one as HTMLElement).focus();
          const { left, top, width, height } = one.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return width > 0 && !one.contains(hit) && !hit?.closest('label')?.contains(one);
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 160)),
    );

/**
 * At high zoom every control of the open placard can be reached, and the placard can be collapsed; with large text the link
 * to Privacy does not cover the button that opens it. Leaves the placard collapsed on a phone.
 */
export async function expectPlacardInReach(page: Page): Promise<void> {
  const details = detailsOf(page);
  for (const size of ZOOMED) {
    const where = `${size.width} x ${size.height}`;
    await page.setViewportSize(size);
    if ((await details.getAttribute('aria-expanded')) === 'false') await details.click();
    await expect(details, where).toHaveAttribute('aria-expanded', 'true');
    await expect.poll(() => coveredControls(page), `covered at ${where}`).toEqual([]);
    await details.click();
    await expect(details, where).toHaveAttribute('aria-expanded', 'false');
    const motion = page.getByRole('button', { name: /^ENABLE / });
    if (await motion.isVisible()) await motion.click({ trial: true });
  }
  await page.setViewportSize({ width: 390, height: 800 });
  // Unlike the visitor's default font size, this leaves em in media queries as it is.
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await expect.poll(() => coveredControls(page), 'covered with large text').toEqual([]);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click({ trial: true });
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
}
