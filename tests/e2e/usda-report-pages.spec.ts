import type { APIRequestContext, Page } from '@playwright/test';
import { sectionSlug, type ReportColumn, type ReportSection } from '@site/contracts';
import { expectAccessibleOnce } from '../support/accessible.ts';
import { downloadOf } from '../support/download.ts';
import { ask, expectFitsPhone, expectNoViolations } from '../support/journey.ts';
import { textOfPages } from '../support/pdf-text.ts';
import { rowsOf } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

const LIST = '/projects/usda-reports';

/** The API's response, once it has a stored copy. */
async function reportOf(request: APIRequestContext, path: string): Promise<ReportSection> {
  const url = `/api/usda-reports/${path}`;
  await expect.poll(async () => (await ask(request, url)).status(), url).toBe(200);
  return (await (await ask(request, url)).json()) as ReportSection;
}

function valuesOf(column: ReportColumn | undefined): (string | null)[] {
  return (column?.cells.split(',') ?? []).map((cell) => (cell === '' ? null : (column?.values[Number(cell)] ?? null)));
}

const labelOf = (name: string) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');
const shown = (page: Page) => page.getByRole('region', { name: 'Rows' }).getByRole('status');
const inWords = (count: number, of: number) => `${count.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} rows shown`;

test('a report opens with facets, chart, file, deep link and back button, and breaks no word even with all its columns', async ({
  page,
  request,
}) => {
  const [slug, facet, value] = ['2315', 'variety', 'Gala'];
  const report = await reportOf(request, slug);
  const dates = valuesOf(report.columns.find(({ name }) => name === report.issued));
  const wanted = valuesOf(report.columns.find(({ name }) => name === facet));
  const ofIssue = wanted.filter((_, row) => dates[row] === dates[0]);
  const matching = ofIssue.filter((one) => one === value).length;
  expect(matching).toBeGreaterThan(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${LIST}?search=${slug}`);
  await rowsOf(page).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(report.title ?? '');
  await expect(page).toHaveTitle(new RegExp(`^${report.title?.slice(0, 20)}`));
  await expect(page.getByRole('main')).toContainText('Sample data');
  await expect(shown(page)).toHaveText(inWords(ofIssue.length, report.rows));
  // The columns shown distinguish the rows.
  const words = await rowsOf(page).evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent).join('|')),
  );
  expect(new Set(words).size).toBe(words.length);

  const chart = page.getByRole('region', { name: /^Low price/ });
  await expect(chart.locator('svg[data-chart] path[data-line]').first()).toBeVisible();
  // The letter at the end of a line is beside its dot and inside the picture.
  const [dot, letter, picture] = [
    (await chart.locator('circle').first().boundingBox())!,
    (await chart.locator('svg[data-chart] > text').last().boundingBox())!,
    (await chart.locator('svg[data-chart]').boundingBox())!,
  ];
  expect(letter.x - dot.x - dot.width).toBeGreaterThan(1);
  expect(letter.x + letter.width).toBeLessThanOrEqual(picture.x + picture.width);
  // As wide as the plate: on a line of its own.
  const notice = (await page.getByText('Sample data').locator('xpath=..').boundingBox())!;
  const head = (await page.getByRole('region', { name: 'Report', exact: true }).boundingBox())!;
  expect(head.width - notice.width).toBeLessThan(60);
  const choice = page.getByRole('region', { name: 'Filters' }).getByLabel(labelOf(facet), { exact: true });
  await expect(choice.locator('option', { hasText: value }).first()).toHaveText(`${value} (${matching})`);
  await choice.selectOption(value);
  await expect(shown(page)).toHaveText(inWords(matching, report.rows));
  await expect(page).toHaveURL(new RegExp(`is\\.${facet}=${value}`));
  await chart.getByLabel('Split by').selectOption(facet);
  await expect(chart.getByRole('listitem')).toHaveText([new RegExp(value)]);
  await expectAccessibleOnce(page, 'an opened report');

  const { name, text } = await downloadOf(page, page.getByRole('button', { name: 'Download CSV' }));
  expect(name).toBe(`usda-report-${slug}.csv`);
  const lines = text.split('\r\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(lines).toHaveLength(matching + 1);
  expect(lines[0]?.split(',')).toEqual([...report.columns, ...report.facts].map((one) => one.name));

  const heading = page.getByRole('columnheader').first();
  await heading.getByRole('button').click();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  await page.reload();
  await expect(shown(page)).toHaveText(inWords(matching, report.rows));
  await expect(page.getByRole('columnheader').first()).toHaveAttribute('aria-sort', 'ascending');
  await expect(chart.getByLabel('Split by')).toHaveValue(facet);

  await choice.selectOption({ index: 0 });
  await page.getByRole('button', { name: /^All \d+ columns$/ }).click();
  await expect(page.getByRole('columnheader')).toHaveCount(report.columns.length);
  const broken = await page
    .getByRole('table', { name: /^The report’s rows/ })
    .locator('th, td')
    .evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const node = cell.querySelector('button')?.firstChild ?? cell.firstChild;
        return [...(node?.textContent ?? '').matchAll(/[^\s/-]+/g)].flatMap((word) => {
          const letters = document.createRange();
          if (!node) return [];
          letters.setStart(node, word.index);
          letters.setEnd(node, word.index + word[0].length);
          return letters.getClientRects().length > 1 ? [word[0]] : [];
        });
      }),
    );
  expect(broken).toEqual([]);
  // The table scrolls, not the page.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
  await page.goBack();
  await expect(page.getByLabel('Search reports')).toHaveValue(slug);
});

test('a report’s document has its title before any script runs', async ({ request }) => {
  const { title, sections } = await reportOf(request, '1280');
  const documentOf = async (path: string) => (await ask(request, `${LIST}/${path}`)).text();
  expect(await documentOf('1280')).toContain(`<title>${title} – `);
  expect(await documentOf(`1280/${sectionSlug(sections[0] ?? '')}`)).toContain(`<title>${title}, ${sections[0]} – `);
});

test('the sections of a report have their own addresses, the list stays as it was left, and the device remembers what was opened', async ({
  page,
  request,
}) => {
  const { sections } = await reportOf(request, '1280');
  await reportOf(request, '2850');
  await page.goto(`${LIST}/2850`);
  await expect(shown(page)).toBeVisible();
  await page.goto(`${LIST}?search=Oklahoma`);
  await rowsOf(page)
    .getByRole('link', { name: /National Stockyards/ })
    .click();
  const nav = page.getByRole('navigation', { name: 'Sections of the report' });
  await expect(nav.getByRole('link')).toHaveText(sections);
  await expect(nav.getByRole('link', { name: 'Report Details' })).toHaveAttribute('aria-current', 'page');
  await nav.getByRole('link', { name: 'Report Header' }).click();
  await expect(page).toHaveURL(new RegExp(`/1280/${sectionSlug('Report Header')}$`));
  await expect(page.getByRole('region', { name: 'Report Header' })).toContainText('feeder steers and heifers steady');
  await page.goBack();
  await expect(shown(page)).toBeVisible();
  await page.getByLabel('Class', { exact: true }).selectOption('Steers');
  await expect(page).toHaveURL(/is\.class=Steers/);
  await page.reload();
  const favorite = page.getByRole('button', { name: 'Favorite' });
  await favorite.click();
  await expect(favorite).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: 'All USDA reports' }).click();
  await expect(page.getByLabel('Search reports')).toHaveValue('Oklahoma');

  const favorites = page.getByRole('navigation', { name: 'Favorites' }).getByRole('link');
  const recent = page.getByRole('navigation', { name: 'Recently opened' }).getByRole('link');
  await expect(favorites).toHaveText([/Oklahoma/]);
  await expect(page.getByRole('region', { name: 'Your reports' })).not.toHaveCSS('padding-left', '0px');
  await expect(recent).toHaveText([/Oklahoma/, /Iowa/]);
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Clear recently opened reports' }).click();
  await expect(recent).toHaveCount(0);
  await favorites.click();
  await favorite.click();
  await page.getByRole('link', { name: 'All USDA reports' }).click();
  await expect(page.getByRole('navigation', { name: 'Favorites' })).toHaveCount(0);
});

test('a report offers earlier issues, all issues, and other numbers', async ({ page, request }) => {
  const report = await reportOf(request, '2850');
  await page.goto(`${LIST}/2850`);
  await expect(rowsOf(page)).toHaveCount(10);
  const sheets = textOfPages(await page.pdf())
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  for (const words of [report.title ?? '', 'Corn', 'Soybeans', 'Only: issue of ']) expect(sheets).toContain(words);
  for (const control of ['Favorite', 'Split by', 'Chart as SVG', 'Download', 'All USDA reports']) {
    expect(sheets).not.toContain(control);
  }
  const issue = page.getByLabel('Issue', { exact: true });
  await issue.selectOption({ index: 1 });
  await expect(page).toHaveURL(/issue=2026-/);
  await expect(shown(page)).toHaveText(inWords(10, report.rows));
  await issue.selectOption('all');
  await expect(shown(page)).toHaveText(inWords(report.rows, report.rows));
  await page.getByLabel('Values', { exact: true }).selectOption('basis Min');
  await expect(page.getByRole('heading', { level: 3 })).toContainText('Basis Min');
  const slider = page.getByRole('slider');
  await slider.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', /Corn: -\d+\.\d; Soybeans: -\d+\.\d/);
  await expectNoViolations(page);
  await expectFitsPhone(page);
});

test('a page says if its address has no report, if a report is discontinued or without rows, and if USDA cannot be reached', async ({
  page,
  request,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/);
  for (const slug of ['1280', '2277']) await reportOf(request, slug);
  expect((await request.get(`${LIST}/9999`)).status()).toBe(404);
  expect((await page.goto(`${LIST}/1280/nonsense`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'No such section' })).toBeVisible();
  let fails = true;
  await page.route('**/api/usda-reports/1280', (route) =>
    fails ? route.fulfill({ status: 502, json: { error: 'USDA is unreachable.' } }) : route.continue(),
  );
  await page.getByRole('link', { name: 'Open the report' }).click();
  const failed = page.getByRole('alert');
  await expect(failed).toContainText('502: USDA is unreachable.');
  await failed.getByText('Technical details').click();
  await expect(failed.getByText('GET /api/usda-reports/1280', { exact: true })).toBeVisible();
  fails = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(shown(page)).toBeVisible();
  await page.goto(`${LIST}/2868`);
  await expect(page.getByRole('heading', { name: 'No rows' })).toBeVisible();
  await expect(page.getByText('The sample data has no rows for this section.')).toBeVisible();
  await page.goto(`${LIST}/2277`);
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('Discontinued');
  await expect(page.getByRole('region', { name: 'Report Header' })).toContainText('This report is discontinued.');
  await expectAccessibleOnce(page, 'discontinued');
});
