import { expect, test } from '../support/test.ts';

for (const [path, title] of [
  ['/projects/egg-prices', 'Egg Prices'],
  ['/projects/333-balls', '333 Balls'],
] as const) {
  test(`without scripts ${path} says that it needs them, and does not load for ever`, async ({ browser, site }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(site.url + path);
    await expect(page.getByText(`${title} needs JavaScript, which is off in this browser.`)).toBeVisible();
    await expect(page.getByText(/^Loading/)).toBeHidden();
    await context.close();
  });
}

test('with scripts nothing is said of it', async ({ page }) => {
  await page.goto('/projects/egg-prices');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('EGG PRICES');
  await expect(page.getByText('needs JavaScript')).toBeHidden();
});
