import type { APIRequestContext, Page } from '@playwright/test';
import { sectionWord, type ReportColumn, type ReportSection } from '@site/contracts';
import { expectAccessibleInAllColors } from '../support/accessible.ts';
import { downloadOf } from '../support/download.ts';
import { ask, expectFitsPhone, expectNoViolations } from '../support/journey.ts';
import { textOfPages } from '../support/pdf-text.ts';
import { rowsOf } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

const LIST = '/projects/usda-reports';

/** Five forms of reports with rows; for each a facet, and the number that its chart shows first. */
const FORMS = [
  { form: 'retail', slug: '2757', facet: 'region', value: 'Midwest', number: 'Price avg' },
  { form: 'auction', slug: '1280', facet: 'class', value: 'Steers', number: 'Avg price' },
  { form: 'grain bids', slug: '2850', facet: 'commodity', value: 'Corn', number: 'Avg price' },
  { form: 'terminal market', slug: '2315', facet: 'variety', value: 'Gala', number: 'Low price' },
  { form: 'dairy', slug: '2995', facet: 'type', value: 'Butter', number: 'Wtd avg price' },
] as const;

/** The API's response, once it has a stored copy. */
async function reportOf(request: APIRequestContext, path: string): Promise<ReportSection> {
  const url = `/api/usda-reports/${path}`;
  await expect.poll(async () => (await ask(request, url)).status(), url).toBe(200);
  return (await (await ask(request, url)).json()) as ReportSection;
}

function valuesOf(column: ReportColumn | undefined): (string | null)[] {
  return (column?.cells.split(',') ?? []).map((cell) => (cell === '' ? null : (column?.values[Number(cell)] ?? null)));
}

const labelled = (name: string) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');
const shown = (page: Page) => page.getByRole('region', { name: 'Rows' }).getByRole('status');
const inWords = (count: number, of: number) => `${count.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} rows shown`;

for (const { form, slug, facet, value, number } of FORMS) {
  test(`a report of the form "${form}" opens, with facets, chart, file, deep link and back button`, async ({ page, request }) => {
    const report = await reportOf(request, slug);
    const dates = valuesOf(report.columns.find(({ name }) => name === report.issued));
    const newest = dates[0];
    const wanted = valuesOf(report.columns.find(({ name }) => name === facet));
    const ofIssue = wanted.filter((_, row) => dates[row] === newest);
    const matching = ofIssue.filter((one) => one === value).length;
    expect(matching).toBeGreaterThan(0);

    await page.goto(`${LIST}?search=${slug}`);
    await rowsOf(page).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(report.title ?? '');
    await expect(page).toHaveTitle(new RegExp(`^${report.title?.slice(0, 20)}`));
    await expect(page.getByRole('main')).toContainText('Sample data');
    await expect(shown(page)).toHaveText(inWords(ofIssue.length, report.rows));

    const chart = page.getByRole('region', { name: new RegExp(`^${number}`) });
    await expect(chart.locator('svg[data-chart] path[data-line]').first()).toBeVisible();
    const choice = page.getByRole('region', { name: 'Filters' }).getByLabel(labelled(facet), { exact: true });
    await expect(choice.locator('option', { hasText: value }).first()).toHaveText(`${value} (${matching})`);
    await choice.selectOption(value);
    await expect(shown(page)).toHaveText(inWords(matching, report.rows));
    await expect(page).toHaveURL(new RegExp(`is\\.${facet}=${value}`));
    await chart.getByLabel('One line for each').selectOption(facet);
    await expect(chart.getByRole('listitem')).toHaveText([new RegExp(value)]);
    await expectAccessibleInAllColors(page, form);

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
    await expect(chart.getByLabel('One line for each')).toHaveValue(facet);
    await page.goBack();
    await expect(page.getByLabel('Search reports')).toHaveValue(slug);
  });
}

test('a discontinued report opens with its final narrative', async ({ page, request }) => {
  await reportOf(request, '2277');
  await page.goto(`${LIST}/2277`);
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('Discontinued');
  await expect(page.getByRole('region', { name: 'Report Header' })).toContainText('This report is discontinued.');
  await expectAccessibleInAllColors(page, 'discontinued');
});

test('a report’s document has its title before any script runs', async ({ request }) => {
  const { title, sections } = await reportOf(request, '1280');
  const documentOf = async (path: string) => (await ask(request, `${LIST}/${path}`)).text();
  expect(await documentOf('1280')).toContain(`<title>${title} – `);
  expect(await documentOf(`1280/${sectionWord(sections[0] ?? '')}`)).toContain(`<title>${title}, ${sections[0]} – `);
});

test('the sections of a report have their own addresses, and the list stays as it was left', async ({ page, request }) => {
  const { sections } = await reportOf(request, '1280');
  await page.goto(`${LIST}?search=Oklahoma`);
  await rowsOf(page)
    .getByRole('link', { name: /National Stockyards/ })
    .click();
  const nav = page.getByRole('navigation', { name: 'Sections of the report' });
  await expect(nav.getByRole('link')).toHaveText(sections);
  await expect(nav.getByRole('link', { name: 'Report Details' })).toHaveAttribute('aria-current', 'page');
  await nav.getByRole('link', { name: 'Report Header' }).click();
  await expect(page).toHaveURL(new RegExp(`/1280/${sectionWord('Report Header')}$`));
  await expect(page.getByRole('region', { name: 'Report Header' })).toContainText('feeder steers and heifers steady');
  await page.goBack();
  await expect(shown(page)).toBeVisible();
  await page.getByLabel('Class', { exact: true }).selectOption('Steers');
  await expect(page).toHaveURL(/is\.class=Steers/);
  await page.reload();
  await page.getByRole('link', { name: 'All USDA reports' }).click();
  await expect(page.getByLabel('Search reports')).toHaveValue('Oklahoma');
});

test('the device remembers reports that were opened, and favorites', async ({ page, request }) => {
  await reportOf(request, '1280');
  await reportOf(request, '2850');
  await page.goto(LIST);
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your reports' })).toHaveCount(0);
  for (const slug of ['2850', '1280']) {
    await page.goto(`${LIST}/${slug}`);
    await expect(shown(page)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Favorite' }).click();
  await expect(page.getByRole('button', { name: 'Favorite' })).toHaveAttribute('aria-pressed', 'true');
  await page.goto(LIST);
  const favorites = page.getByRole('navigation', { name: 'Favorites' }).getByRole('link');
  const lately = page.getByRole('navigation', { name: 'Recently opened' }).getByRole('link');
  await expect(favorites).toHaveText([/Oklahoma/]);
  await expect(lately).toHaveText([/Oklahoma/, /Iowa/]);
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Forget opened reports' }).click();
  await expect(lately).toHaveCount(0);
  await favorites.click();
  await page.getByRole('button', { name: 'Favorite' }).click();
  await page.getByRole('link', { name: 'All USDA reports' }).click();
  await expect(page.getByRole('navigation', { name: 'Favorites' })).toHaveCount(0);
});

test('with all its columns a report breaks no word, and the columns shown distinguish its rows', async ({ page, request }) => {
  const report = await reportOf(request, '2315');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${LIST}/2315`);
  await expect(rowsOf(page).first()).toBeVisible();
  const words = await rowsOf(page).evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent).join('|')),
  );
  expect(new Set(words).size).toBe(words.length);
  await page.getByRole('button', { name: /^All \d+ columns$/ }).click();
  await expect(page.getByRole('columnheader')).toHaveCount(report.columns.length);
  const broken = await page
    .getByRole('table', { name: /^The report’s rows/ })
    .locator('th, td')
    .evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const text = cell.querySelector('button')?.firstChild ?? cell.firstChild;
        return [...(text?.textContent ?? '').matchAll(/[^\s/-]+/g)].flatMap((word) => {
          const letters = document.createRange();
          if (!text) return [];
          letters.setStart(text, word.index);
          letters.setEnd(text, word.index + word[0].length);
          return letters.getClientRects().length > 1 ? [word[0]] : [];
        });
      }),
    );
  expect(broken).toEqual([]);
  // The table scrolls, not the page.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
});

test('offers earlier issues, all issues, and another number', async ({ page, request }) => {
  const report = await reportOf(request, '2850');
  await page.goto(`${LIST}/2850`);
  await expect(rowsOf(page)).toHaveCount(10);
  const sheets = textOfPages(await page.pdf()).join(' ');
  for (const words of [report.title ?? '', 'Corn', 'Soybeans']) expect(sheets.replaceAll(/\s+/g, ' ')).toContain(words);
  const issue = page.getByLabel('Issue', { exact: true });
  await issue.selectOption({ index: 1 });
  await expect(page).toHaveURL(/issue=2026-/);
  await expect(shown(page)).toHaveText(inWords(10, report.rows));
  await issue.selectOption('all');
  await expect(shown(page)).toHaveText(inWords(report.rows, report.rows));
  await page.getByLabel('Number', { exact: true }).selectOption('basis Min');
  await expect(page.getByRole('heading', { level: 3 })).toContainText('Basis Min');
  const slider = page.getByRole('slider');
  await slider.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', /Corn: -\d+\.\d; Soybeans: -\d+\.\d/);
  await expectNoViolations(page);
  await expectFitsPhone(page);
});

test('says that an address has no report, that there are no rows, and that USDA cannot be reached', async ({
  page,
  request,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/);
  await reportOf(request, '1280');
  const missing = await page.goto(`${LIST}/9999`);
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'No such report' })).toBeVisible();
  expect((await page.goto(`${LIST}/1280/nonsense`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'No such section' })).toBeVisible();
  await page.getByRole('link', { name: 'Open the report' }).click();
  await expect(page.getByRole('heading', { name: /Oklahoma/ }).first()).toBeVisible();
  await page.goto(`${LIST}/2868`);
  await expect(page.getByRole('heading', { name: 'No rows' })).toBeVisible();
  let fails = true;
  await page.route('**/api/usda-reports/1280', (route) =>
    fails ? route.fulfill({ status: 502, json: { error: 'USDA is away.' } }) : route.continue(),
  );
  await page.goto(`${LIST}/1280`);
  await expect(page.getByRole('alert')).toContainText('502: USDA is away.');
  fails = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(shown(page)).toBeVisible();
});

test('lists and filters a hundred thousand rows', async ({ page }) => {
  const count = 100_000;
  const cells = (of: number) => Array.from({ length: count }, (_, row) => row % of).join(',');
  const section: ReportSection = {
    slug: '1280',
    title: 'A long report',
    discontinued: false,
    section: 'Report Details',
    sections: ['Report Details'],
    rows: count,
    issued: null,
    columns: [
      { name: 'place', kind: 'category', values: ['North', 'South'], cells: cells(2) },
      { name: 'price', kind: 'number', values: [], cells: cells(999) },
    ],
    facts: [],
    shortened: true,
    source: 'live',
    fetchedAt: '2026-09-18T15:00:00.000Z',
    stale: false,
  };
  await page.route('**/api/usda-reports/1280', (route) => route.fulfill({ json: section }));
  await page.goto(`${LIST}/1280?sort=-price`);
  await expect(shown(page)).toHaveText(inWords(count, count));
  await expect(page.getByText('older rows are left out')).toBeVisible();
  await expect(rowsOf(page).first()).toContainText('998');
  expect(await rowsOf(page).count()).toBeLessThan(40);
  await page.getByLabel('Place', { exact: true }).selectOption('South');
  await expect(shown(page)).toHaveText(inWords(count / 2, count));
});
