import { expect, test } from '../support/engines/test.ts';

const ROWS = "Number(document.querySelector('main table[aria-rowcount]')?.getAttribute('aria-rowcount') ?? 0) - 1";

test('egg prices: a ZIP code, a type, a chart, a sorted column, and the CSV', async ({ enginePage, site }) => {
  await enginePage.open(`${site.url}/projects/egg-prices?rows=all`);
  await enginePage.expectText('Activity index');
  await expect.poll(() => enginePage.evaluate<number>(ROWS)).toBeGreaterThan(100);
  const all = await enginePage.evaluate<number>(ROWS);
  await enginePage.click({ css: 'input[placeholder="Enter your 5-digit ZIP code"]' });
  await enginePage.type('10001');
  await enginePage.expectText('Showing results for: Northeast Region');
  await expect.poll(() => enginePage.evaluate<number>(ROWS)).toBeLessThan(all);
  const rows = await enginePage.evaluate<number>(ROWS);
  const { name, content } = await enginePage.savedFile(() => enginePage.click({ role: 'button', name: 'Download CSV' }));
  expect(name).toBe('egg-prices.csv');
  expect(content.toString().match(/^\d{4}-\d\d-\d\d,/gm)).toHaveLength(rows);
  await enginePage.click({ css: 'main table[aria-rowcount] thead button' });
  await enginePage.expectValue("document.querySelectorAll('main th[aria-sort=ascending]').length", 1);
  await enginePage.click({ css: 'main table[aria-rowcount] tbody button[aria-label^="Chart: "]' });
  await enginePage.expectText('Price history');
  await enginePage.expectText(/Week of /);
  await enginePage.expectValue("document.querySelector('main [role=slider] svg')?.clientWidth > 100", true);
  expect(enginePage.log()).toEqual([]);
});

for (const embedded of ['egg-prices', 'beef-cut-prices']) {
  test(`the embedded chart of ${embedded} is drawn`, async ({ enginePage, site }) => {
    await enginePage.open(`${site.url}/embed/${embedded}`);
    await enginePage.expectValue("document.querySelector('main [role=slider] svg')?.clientWidth > 100", true);
    expect(enginePage.log()).toEqual([]);
  });
}

test('the list of USDA reports is searched', async ({ enginePage, site }) => {
  await enginePage.open(`${site.url}/projects/usda-reports`);
  await expect.poll(() => enginePage.evaluate<number>(ROWS)).toBeGreaterThan(2);
  const all = await enginePage.evaluate<number>(ROWS);
  await enginePage.click({ role: 'textbox', name: 'Search reports' });
  await enginePage.type('egg');
  await expect.poll(() => enginePage.evaluate<number>(ROWS)).toBeLessThan(all);
  await enginePage.expectText(/egg/i);
  expect(enginePage.log()).toEqual([]);
});
