import type { Page } from '@playwright/test';
import type { MarketReport } from '@site/contracts';
import { downloadOf } from '../support/download.ts';
import { textOfPages } from '../support/pdf-text.ts';
import { rowsOf } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

const PAGE = '/projects/usda-reports';
const API = '**/api/usda-reports';
const KINDS = ['Beef', 'Pork', 'Chicken', 'Cheese', 'Wheat', 'Apple', 'Potato', 'Cotton'];

/** This many reports in the real format, cycling through eight categories. */
const reports = (count: number): MarketReport[] =>
  Array.from({ length: count }, (_, index) => ({
    report_id: String(1000 + index),
    report_title: `National ${KINDS[index % KINDS.length]} Summary ${index}`,
    slug_id: String(1000 + index),
    slug_name: `AMS_${1000 + index}`,
    commodity: KINDS[index % KINDS.length] ?? null,
    market: 'Des Moines, IA',
    report_desc: null,
    report_date: '2026-09-14',
    report_status: 'Final',
    discontinued: false,
  }));

const FETCHED = { 'X-Data-Source': 'live', 'X-Data-Fetched-At': '2026-11-20T09:00:00.000Z' };

function respondWith(page: Page, list: unknown, headers: Record<string, string> = FETCHED) {
  return page.route(API, (route) => route.fulfill({ json: list, headers }));
}

test('10,000 reports are in one table, and only its rows in view are in the document', async ({ page }) => {
  const count = 10_000;
  await respondWith(page, reports(count));
  await page.goto(PAGE);
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(count + 1));
  await expect(rowsOf(page).first()).toHaveAttribute('aria-rowindex', '2');
  expect(await rowsOf(page).count()).toBeLessThan(60);
  await page.keyboard.press('End');
  const last = page.locator(`tbody tr[aria-rowindex="${count + 1}"]`);
  // The page grows while rows are measured.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(last).toContainText(`Summary ${count - 1}`, { timeout: 1_000 });
  }).toPass();
  // Rows in the middle are rendered when scrolled to, not left blank.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
    const isRow = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tr[aria-rowindex]') != null;
    await expect.poll(() => page.evaluate(isRow), { timeout: 1_000 }).toBe(true);
  }).toPass();
});

test('a list is sorted, printed whole, filtered, saved, kept in the address, and shown as cards on a phone', async ({ page }) => {
  await respondWith(page, reports(200));
  await page.goto(PAGE);
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '201');
  const first = rowsOf(page).first().getByRole('rowheader');
  const head = page.getByRole('columnheader', { name: 'Commodity' });
  for (const [key, order, title] of [
    ['Enter', 'ascending', 'Apple'],
    ['Space', 'descending', 'Wheat'],
    ['Enter', 'none', 'National Beef Summary 0'],
  ] as const) {
    await head.getByRole('button').press(key);
    await expect(head).toHaveAttribute('aria-sort', order);
    await expect(first).toContainText(title);
  }

  const sheets = textOfPages(await page.pdf())
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  for (const report of [50, 120, 199]) expect(sheets).toContain(`Summary ${report}`);
  for (const control of ['Search reports', 'Download', 'Sort by']) expect(sheets).not.toContain(control);
  // Cards with a name before each value would take twice as many pages.
  expect(/Commodity Cheese/.test(sheets)).toBe(false);
  // Back on screen, only the rows in view are rendered.
  await expect.poll(() => rowsOf(page).count()).toBeLessThan(60);

  const category = page.getByLabel('Category');
  const search = page.getByLabel('Search reports');
  await category.selectOption('Dairy');
  await search.fill('SUMMARY 11');
  await expect(page.getByText('2 of 200 reports shown')).toBeVisible();
  const { name, text } = await downloadOf(page, page.getByRole('button', { name: 'Download CSV' }));
  expect(name).toBe('usda-reports.csv');
  expect(text.trim().split('\r\n')).toEqual([
    '# Source: USDA AMS Market News, MARS API v1.2',
    '# Retrieved: 2026-11-20T09:00:00.000Z',
    'report_title,slug_id,category,commodity,market,report_date,report_status,discontinued',
    ...[11, 115].map(
      (number) => `National Cheese Summary ${number},${1000 + number},Dairy,Cheese,"Des Moines, IA",2026-09-14,Final,no`,
    ),
  ]);
  await page.reload();
  await expect(search).toHaveValue('SUMMARY 11');
  await expect(category).toHaveValue('Dairy');
  await search.fill('cotton');
  await expect(page.getByText('Try adjusting your search criteria')).toBeVisible();
  await page.getByRole('button', { name: 'Show all reports' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Sort by').selectOption({ label: 'Report Title, descending' });
  await expect(rowsOf(page).first()).toContainText('National Wheat Summary 196');
  // The hidden headers still name their columns and cannot be focused.
  await expect(page.getByRole('columnheader', { name: 'Report Title', exact: true })).toHaveCount(1);
  await page.getByLabel('Sort by').press('Tab');
  await expect(page.getByRole('table').locator('thead :focus')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

/** Scrolls down until the card at this position is in the document, so that every card above it was shown. */
function scrollToCard(page: Page, rowIndex: number) {
  return page.evaluate(async (index) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let step = 0; step < 1_000 && !document.querySelector(`tbody tr[aria-rowindex="${index}"]`); step++) {
      window.scrollBy(0, innerHeight);
      // Rows are rendered in one frame and measured in the next.
      await frame();
      await frame();
    }
  }, rowIndex);
}

test('on a phone, Back leads to the card that was left, in the order that was chosen', async ({ page, expectedConsole }) => {
  // The reports of this list do not exist.
  expectedConsole.push(/Failed to load resource/);
  await respondWith(page, reports(1_000));
  await page.route(`${API}/*`, (route) => route.fulfill({ status: 404, json: { error: 'USDA lists nothing.' } }));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PAGE);
  const order = page.getByLabel('Sort by');
  const card = page.locator('tbody tr[aria-rowindex="300"]').getByRole('link');
  for (const [label, value, title] of [
    ['Report order', '', 'National Chicken Summary 298'],
    ['Report Title, descending', 'title true', 'National Pork Summary'],
  ] as const) {
    await page.evaluate(() => window.scrollTo(0, 0));
    await order.selectOption({ label });
    await expect(rowsOf(page).first()).toHaveAttribute('aria-rowindex', '2');
    await scrollToCard(page, 300);
    await expect(card).toContainText(title);
    const name = (await card.textContent()) ?? '';
    await card.click();
    await expect(page.getByRole('heading', { name: 'No such report' })).toBeVisible();
    await page.goBack();
    await expect(order).toHaveValue(value);
    await expect(page.getByRole('link', { name, exact: true })).toBeInViewport();
  }
});
