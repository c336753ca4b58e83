import type { Page } from '@playwright/test';
import { BEEF, ROWS, slider, panel } from '../support/price-history.ts';
import { aReport, answerPrices, aSeries, CHUCK_ROAST } from '../support/prices.ts';
import { gate } from '../support/steady.ts';
import { expect, test } from '../support/test.ts';

/** Thirty weeks without a gap, up to September 14, 2026. */
const WEEKS = Array.from({ length: 30 }, (_, index) =>
  new Date(Date.UTC(2026, 8, 14 - 7 * (29 - index))).toISOString().slice(0, 10),
);

/** Indices of the first and the last week in the table, which lists what the chart shows. */
async function shownWeeks(page: Page, weeks: readonly string[]): Promise<[number, number]> {
  const heads = await panel(page).getByRole('region', { name: 'Chart data' }).getByRole('rowheader').allTextContents();
  const named = weeks.map((week) =>
    new Date(`${week}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' }),
  );
  return [named.indexOf(heads[0] ?? ''), named.indexOf(heads.at(-1) ?? '')];
}

test('keys and buttons choose the weeks shown; another region keeps them, and keeps the chart’s space while it loads', async ({
  page,
}) => {
  const prices = Object.fromEntries(WEEKS.map((week, index) => [week, 5 + index / 10]));
  await answerPrices(page, 'beef', aReport(ROWS), () => [aSeries(prices)]);
  const { held, release } = gate();
  await page.route('**/api/price-history?*region=Hawaii*', async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto(`${BEEF}?rows=all&item=${encodeURIComponent(CHUCK_ROAST)}`);
  await panel(page).getByText('The same figures as a table').click();
  const shown = () => shownWeeks(page, WEEKS);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect.poll(shown).toEqual([0, 29]);
  for (const [keys, halved] of [
    [[], [14, 29]],
    [
      ['PageDown', 'PageDown', 'PageDown', 'ArrowLeft', 'ArrowLeft'],
      [7, 22],
    ],
    [['Home'], [0, 15]],
  ] as const) {
    for (const key of keys) await slider(page).press(key);
    const week = await slider(page).getAttribute('aria-valuenow');
    await slider(page).press('+');
    await expect.poll(shown).toEqual(halved);
    await expect(button('All weeks')).toHaveAttribute('aria-pressed', 'false');
    await expect(slider(page)).toHaveAttribute('aria-valuenow', week ?? '');
    await slider(page).press('0');
    await expect.poll(shown).toEqual([0, 29]);
    await expect(slider(page)).toHaveAttribute('aria-valuenow', week ?? '');
  }
  for (const steps of [15, 8, 4, 2, 1]) {
    await button('Zoom in').click();
    await expect.poll(async () => (await shown()).reduce((first, final) => final - first)).toBe(steps);
  }
  await expect(button('Zoom in')).toHaveAttribute('aria-disabled', 'true');
  // When the cursor leaves the span, the span follows.
  await slider(page).press('ArrowRight');
  await slider(page).press('ArrowRight');
  await expect.poll(shown).toEqual([1, 2]);
  for (const steps of [2, 4, 8, 16, 29]) {
    await button('Zoom out').click();
    await expect.poll(async () => (await shown()).reduce((first, final) => final - first)).toBe(steps);
  }
  await expect(button('Zoom out')).toHaveAttribute('aria-disabled', 'true');
  for (const [name, first] of [
    ['All weeks', 0],
    ['6 months', 3],
    ['3 months', 16],
  ] as const) {
    await button(name).click();
    await expect.poll(shown).toEqual([first, 29]);
    await expect(button(name)).toHaveAttribute('aria-pressed', 'true');
  }

  const placeBelow = async () => {
    const [above, below] = [page.getByLabel('Chart region'), page.getByRole('table', { name: /^This week by region/ })];
    return (await below.boundingBox())!.y - (await above.boundingBox())!.y;
  };
  // The table of figures disappears while the chart loads.
  await panel(page).getByText('The same figures as a table').click();
  const sizes = [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ];
  const before: number[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    before.push(await placeBelow());
  }
  await page.getByLabel('Chart region').selectOption('Hawaii');
  await expect(page.getByText('Loading price history...')).toBeVisible();
  for (const [at, size] of sizes.entries()) {
    await page.setViewportSize(size);
    await expect.poll(async () => Math.abs((await placeBelow()) - before[at]!), `${size.width} px`).toBeLessThan(20);
  }
  release();
  await expect(button('3 months')).toHaveAttribute('aria-pressed', 'true');
});
