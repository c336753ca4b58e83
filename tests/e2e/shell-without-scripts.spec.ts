import { expect, test } from '../support/test.ts';

for (const [path, title] of [
  ['/projects/egg-prices', 'Egg Prices'],
  ['/projects/333-balls', '333 Balls'],
] as const) {
  test(`without scripts ${path} says that it needs them, and does not load forever`, async ({ browser, site }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(site.url + path);
    // The test tool's text search skips noscript, although it is displayed.
    expect(await page.getByRole('main').innerText()).toContain(`${title} needs JavaScript, which is off in this browser.`);
    await expect(page.getByText(/^Loading/)).toBeHidden();
    await context.close();
  });
}

test('with scripts there is no such message', async ({ page }) => {
  await page.goto('/projects/egg-prices');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('EGG PRICES');
  expect(await page.getByRole('main').innerText()).not.toContain('needs JavaScript');
});
