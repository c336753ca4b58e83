import type { Page } from '@playwright/test';
import { BEEF, ROWS, slider, panel } from '../support/price-history.ts';
import { aReport, answerPrices, aSeries, CHUCK_ROAST } from '../support/prices.ts';
import { gate } from '../support/steady.ts';
import { expect, test } from '../support/test.ts';

/** Thirty weeks without a gap, up to September 14, 2026. */
const WEEKS = Array.from({ length: 30 }, (_, index) =>
  new Date(Date.UTC(2026, 8, 14 - 7 * (29 - index))).toISOString().slice(0, 10),
);

async function openWeeks(page: Page, weeks: readonly string[]) {
  const prices = Object.fromEntries(weeks.map((week, index) => [week, 5 + index / 10]));
  await answerPrices(page, 'beef', aReport(ROWS), () => [aSeries(prices)]);
  await page.goto(`${BEEF}?rows=all&item=${encodeURIComponent(CHUCK_ROAST)}`);
  await panel(page).getByText('The same figures as a table').click();
}

/** Indices of the first and the last week in the table, which contains what the chart shows. */
async function shownWeeks(page: Page, weeks: readonly string[]): Promise<[number, number]> {
  const heads = await panel(page).getByRole('region', { name: 'Figures of the chart' }).getByRole('rowheader').allTextContents();
  const named = weeks.map((week) =>
    new Date(`${week}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' }),
  );
  return [named.indexOf(heads[0] ?? ''), named.indexOf(heads.at(-1) ?? '')];
}

for (const [where, keys, halved] of [
  ['at the newest week', [], [14, 29]],
  ['beside the newest week', ['ArrowLeft'], [14, 29]],
  ['in the middle', ['PageDown', 'PageDown', 'PageDown', 'ArrowLeft', 'ArrowLeft'], [7, 22]],
  ['beside the oldest week', ['Home', 'ArrowRight'], [0, 15]],
  ['at the oldest week', ['Home'], [0, 15]],
] as const) {
  test(`keys zoom in and out ${where}`, async ({ page }) => {
    await openWeeks(page, WEEKS);
    const shown = () => shownWeeks(page, WEEKS);
    await expect.poll(shown).toEqual([0, 29]);
    for (const key of keys) await slider(page).press(key);
    const week = await slider(page).getAttribute('aria-valuenow');
    await slider(page).press('+');
    await expect.poll(shown).toEqual(halved);
    await expect(page.getByRole('button', { name: 'All weeks' })).toHaveAttribute('aria-pressed', 'false');
    await expect(slider(page)).toHaveAttribute('aria-valuenow', week ?? '');
    for (const steps of [8, 4, 2, 1, 1]) {
      await slider(page).press('+');
      await expect.poll(async () => (await shown()).reduce((first, final) => final - first)).toBe(steps);
    }
    await expect(page.getByRole('button', { name: 'Zoom in' })).toHaveAttribute('aria-disabled', 'true');
    await slider(page).press('-');
    await expect.poll(async () => (await shown()).reduce((first, final) => final - first)).toBe(2);
    await slider(page).press('0');
    await expect.poll(shown).toEqual([0, 29]);
    await expect(slider(page)).toHaveAttribute('aria-valuenow', week ?? '');
  });
}

test('a chart of few weeks zooms too, and its buttons do what the keys do', async ({ page }) => {
  const weeks = WEEKS.slice(-4);
  await openWeeks(page, weeks);
  const shown = () => shownWeeks(page, weeks);
  await expect.poll(shown).toEqual([0, 3]);
  const group = page.getByRole('group', { name: 'Weeks shown' });
  // Four weeks are fewer than three months.
  await expect(group.getByRole('button')).toHaveText(['All weeks', 'Zoom in', 'Zoom out']);
  await group.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(shown).toEqual([1, 3]);
  await slider(page).press('=');
  await expect.poll(shown).toEqual([2, 3]);
  await slider(page).press('ArrowLeft');
  await slider(page).press('ArrowLeft');
  // When the cursor leaves the span, the span follows.
  await expect.poll(shown).toEqual([1, 2]);
  await group.getByRole('button', { name: 'Zoom out' }).click();
  await group.getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(shown).toEqual([0, 3]);
  await expect(group.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-disabled', 'true');
});

test('the newest three or six months are one click away', async ({ page }) => {
  await openWeeks(page, WEEKS);
  const shown = () => shownWeeks(page, WEEKS);
  for (const [name, first] of [
    ['3 months', 16],
    ['6 months', 3],
    ['All weeks', 0],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect.poll(shown).toEqual([first, 29]);
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
  }
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`another region keeps the weeks shown, and the chart’s space while it loads, ${width} px`, async ({ page }) => {
    const prices = Object.fromEntries(WEEKS.map((week, index) => [week, 5 + index / 10]));
    await answerPrices(page, 'beef', aReport(ROWS), () => [aSeries(prices)]);
    const { held, letGo } = gate();
    await page.route('**/api/price-history?*region=Hawaii*', async (route) => {
      await held;
      await route.fallback();
    });
    await page.setViewportSize({ width, height });
    await page.goto(`${BEEF}?rows=all&item=${encodeURIComponent(CHUCK_ROAST)}`);
    const months = page.getByRole('button', { name: '3 months', exact: true });
    await months.click();
    const placeBelow = async () => {
      const [above, below] = [page.getByLabel('Region of the chart'), page.getByRole('table', { name: /^This week by region/ })];
      return (await below.boundingBox())!.y - (await above.boundingBox())!.y;
    };
    const before = await placeBelow();
    await page.getByLabel('Region of the chart').selectOption('Hawaii');
    await expect(page.getByText('Loading price history...')).toBeVisible();
    expect(Math.abs((await placeBelow()) - before)).toBeLessThan(20);
    letGo();
    await expect(months).toHaveAttribute('aria-pressed', 'true');
  });
}
