import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { periodOf } from '../../apps/shell/src/resume/period.ts';
import { isSample } from '../../apps/shell/sample-content.ts';
import { resume, site, skipOwn } from '../support/content.ts';
import { textOfPages } from '../support/pdf-text.ts';
import { expect, test } from '../support/test.ts';

const { work, projects = [], skills = [], education = [], languages = [] } = resume;
const SECTIONS = Object.entries({ Work: work, Projects: projects, Skills: skills, Education: education, Languages: languages })
  .filter(([, entries]) => entries.length > 0)
  .map(([title]) => title);

test('the résumé lists every employer with years, a description and the highlights, in their order', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Résumé');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(SECTIONS);
  const jobs = page.getByRole('article');
  await expect(jobs).toHaveCount(work.length);
  for (const [index, { name, startDate, endDate, summary, highlights = [] }] of work.entries()) {
    const job = jobs.nth(index);
    await expect(job.getByRole('heading', { level: 3 })).toHaveText(name);
    await expect(job.getByText(periodOf(startDate, endDate), { exact: true })).toBeVisible();
    await expect(job.getByText(summary, { exact: true })).toBeVisible();
    await expect(job.getByRole('listitem')).toHaveText(highlights);
  }
});

test('it is readable without scripts, and indexable by search engines', async ({ browser, site: server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/about`);
  await expect(page.getByRole('article')).toHaveCount(work.length);
  await expect(page.locator('meta[name=robots][content=noindex]')).toHaveCount(0);
  await context.close();
});

test('on paper it is black on white, without menu, circles or footer', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/about');
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.locator('#main [aria-hidden=true] > span')).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

async function linesOfPdf(page: Page) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/about');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true, tagged: true, outline: true });
  return { pdf, pages: textOfPages(pdf).map((text) => text.split('\n')) };
}

test('a program that reads the PDF gets name, sections and employers in order, and nothing of the site around them', async ({
  page,
}) => {
  const { pdf, pages } = await linesOfPdf(page);
  const text = pages.flat().join(' ');
  const order = [
    ...[site.ownerName, 'Résumé', 'Work'],
    ...work.flatMap(({ name, startDate, endDate, summary }) => [periodOf(startDate, endDate), name, summary]),
    ...SECTIONS.slice(1),
  ];
  // Lines of an owner's own text may end anywhere, and a character that the typeface lacks is on a separate line.
  const isWhole = isSample('site.json') && isSample('resume.json');
  const asFound = (words: string) => (isWhole ? words : words.replaceAll(/\s/g, ''));
  let read = 0;
  for (const words of order) {
    const found = asFound(text).indexOf(asFound(words), read);
    expect(found, `“${words}” behind what stands before it`).toBeGreaterThanOrEqual(read);
    read = found + asFound(words).length;
  }
  expect(text).not.toContain('\ufffd');
  expect(text).not.toMatch(/Skip to content|Open menu|Privacy|Markdown/);
  expect(pdf.toString('latin1')).toContain('/StructTreeRoot');
});

test('the sample fills two pages, each by more than half, and each ends with an entry of its own', async ({ page }) => {
  skipOwn('site.json', 'resume.json');
  const { pages } = await linesOfPdf(page);
  expect(pages).toHaveLength(2);
  const headings = [...SECTIONS, ...work.flatMap(({ name, startDate, endDate }) => [name, periodOf(startDate, endDate)])];
  for (const lines of pages) {
    // No orphaned heading at the bottom.
    expect(headings).not.toContain(lines.at(-1));
    expect(lines.length).toBeGreaterThan(25);
  }
});

test('a page break never splits an entry', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/about');
  for (const job of await page.getByRole('article').all()) await expect(job).toHaveCSS('break-inside', 'avoid');
  for (const heading of await page.getByRole('main').getByRole('heading', { level: 2 }).all()) {
    await expect(heading).toHaveCSS('break-after', 'avoid');
  }
});

test('the résumé is saved as the PDF that the page prints: tagged, its text in order', async ({ page }) => {
  skipOwn('site.json', 'resume.json');
  const { pages } = await linesOfPdf(page);
  await page.emulateMedia({ media: 'screen' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the résumé as PDF' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('resume.pdf');
  const pdf = await readFile(await download.path());
  // Another build of the same browser may break a line elsewhere.
  const printed = textOfPages(pdf);
  expect(printed).toHaveLength(2);
  expect(printed.join(' ').replaceAll('\n', ' ')).toBe(pages.flat().join(' '));
  expect(pdf.toString('latin1')).toContain('/StructTreeRoot');
  // Made on some machine, and it must not say on which.
  expect(pdf.toString('latin1')).not.toMatch(/127\.0\.0\.1|localhost/);
});

test('the résumé is saved as Markdown and as JSON', async ({ page }) => {
  await page.goto('/about');
  for (const [name, file] of [
    ['Markdown', 'resume.md'],
    ['JSON', 'resume.json'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: `Download the résumé as ${name}` }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(file);
    const text = await readFile(await download.path(), 'utf8');
    for (const { summary } of work) expect(text).toContain(summary.slice(0, 20));
  }
});

test('nothing is wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/about', '/contact']) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
});
