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
    await expect(job.getByRole('heading', { level: 2 })).toHaveText(name);
    await expect(job.getByText(years, { exact: true })).toBeVisible();
    await expect(job.locator('p').last()).toHaveText(/\.$/);
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
  await page.waitForTimeout(2000);
  expect(await place()).toEqual(before);
});

test('on paper it is black on white, without menu, circles or footer, on at most two pages', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/about');
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.locator('#main [aria-hidden=true] > span')).toBeHidden();
  await expect(page.locator('html')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2);
});

test('a full working life, three points for each employer, prints on two pages in the order of the content, no entry cut', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
  await page.goto('/about');
  await page.getByRole('article').evaluateAll((jobs) => {
    for (const job of jobs) {
      const points = document.createElement('ul');
      for (let point = 1; point <= 3; point++) {
        const line = document.createElement('li');
        line.textContent = `Point ${point}: something that was done there, told in a line that is about this long.`;
        points.append(line);
      }
      job.lastElementChild?.append(points);
    }
  });
  for (const job of await page.getByRole('article').all()) await expect(job).toHaveCSS('break-inside', 'avoid');
  // What is displayed on paper, in the order in which a PDF's reader meets it.
  const text = await page.locator('body').innerText();
  const places = ['Résumé', ...EMPLOYERS.map(([, years]) => years)].map((words) => text.indexOf(words));
  expect(places.every((place, index) => place >= 0 && (index === 0 || place > (places[index - 1] ?? 0)))).toBe(true);
  const pdf = (await page.pdf({ format: 'A4', tagged: true, outline: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(2);
  expect(pdf).toContain('/StructTreeRoot');
});

test('nothing is wider than a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/about', '/contact']) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
});
