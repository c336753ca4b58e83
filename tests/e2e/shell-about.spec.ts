import { drawFrames } from '../support/frames.ts';
import { textOfPages } from '../support/pdf-text.ts';
import { expect, test } from '../support/test.ts';

const EMPLOYERS = [
  ['An electric-vehicle maker', 'May 2024 to present'],
  ['An EV repair marketplace', 'Jan 2023 to Mar 2024'],
  ['An EV maker', 'Oct 2020 to Jan 2023'],
  ['An aircraft company', 'Nov 2019 to Aug 2020'],
  ['An EV maker', 'May 2013 to Nov 2019'],
  ['A policy institute', 'Jul 2008 to Aug 2010'],
] as const;

test('the résumé lists six employers with years and a description, in their order', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Résumé');
  const jobs = page.getByRole('article');
  await expect(jobs).toHaveCount(6);
  for (const [index, [name, years]] of EMPLOYERS.entries()) {
    const job = jobs.nth(index);
    await expect(job.getByRole('heading', { level: 3 })).toHaveText(name);
    await expect(job.getByText(years, { exact: true })).toBeVisible();
    await expect(job.getByText(/\.$/).first()).toBeVisible();
    expect(await job.getByRole('listitem').count()).toBeGreaterThan(1);
  }
});

test('it can be read without scripts, and may be found by search engines', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/about`);
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(page.locator('meta[name=robots][content=noindex]')).toHaveCount(0);
  await context.close();
});

test('an orange circle bounces behind it, and Pause motion holds it', async ({ page }) => {
  await page.goto('/about');
  const circle = page.locator('#main [aria-hidden=true] > span');
  await expect(circle).toHaveCSS('background-color', 'rgb(255, 138, 31)');
  const place = () => circle.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
  const first = await place();
  await expect.poll(async () => (await place()).x).not.toBe(first.x);
  await page.getByRole('button', { name: 'Pause motion' }).click();
  const before = await place();
  await drawFrames(page, 120);
  expect(await place()).toEqual(before);
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

test('the PDF has two pages, and a program that reads it meets name, sections and employers in their order', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/about');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true, tagged: true, outline: true });
  const pages = textOfPages(pdf);
  expect(pages).toHaveLength(2);
  const lines = pages.join('\n').split('\n');
  const order = [
    ...['Your Name', 'Résumé', 'Work'],
    ...EMPLOYERS.flatMap(([name, years]) => [years, name]),
    ...['Projects', 'Skills', 'Education', 'Languages'],
  ];
  expect(lines.filter((line) => order.includes(line))).toEqual(order);
  expect(lines.join(' ')).toContain('The launch of direct-to-consumer sales at a maker of electric vehicles.');
  expect(lines.join('')).not.toContain('\ufffd');
  expect(lines.join(' ')).not.toMatch(/Skip to content|Open menu|Privacy/);
  expect(pdf.toString('latin1')).toContain('/StructTreeRoot');
  // Each page ends with an entry of its own, no heading alone at its foot, and is filled by more than half.
  for (const text of pages) {
    expect(order).not.toContain(text.split('\n').at(-1));
    expect(text.split('\n').length).toBeGreaterThan(25);
  }
});

test('an entry is never cut by the end of a page', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/about');
  for (const job of await page.getByRole('article').all()) await expect(job).toHaveCSS('break-inside', 'avoid');
  for (const heading of await page.getByRole('main').getByRole('heading', { level: 2 }).all()) {
    await expect(heading).toHaveCSS('break-after', 'avoid');
  }
});

test('nothing is wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/about', '/contact']) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
});
