import { CHUCK_ROAST } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

const MAX_KILOBYTES = 60;

for (const [path, ready] of [
  ['/projects/usda-reports', 'table'],
  ['/projects/egg-prices', 'svg[data-chart]'],
  ['/projects/beef-cut-prices', 'svg[data-chart]'],
  [`/projects/beef-cut-prices?item=${encodeURIComponent(CHUCK_ROAST)}`, '[role=slider] svg[data-chart]'],
  ['/embed/egg-prices', 'svg[data-chart]'],
  ['/embed/beef-cut-prices', 'svg[data-chart]'],
] as const) {
  test(`${path} costs at most 60 kB of compressed script beyond the shell, including the chart`, async ({ page }) => {
    const sizes: Promise<number>[] = [];
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url());
      if (!/^\/r\/market-prices\/.*\.js$/.test(pathname)) return;
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await page.goto(path);
    await expect(page.getByRole('main').locator(ready).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const bytes = await Promise.all(sizes);
    const kilobytes = bytes.reduce((sum, size) => sum + size, 0) / 1000;
    console.log(`${path}: ${kilobytes.toFixed(1)} kB in ${bytes.length} scripts`);
    expect(kilobytes).toBeGreaterThan(1);
    expect(kilobytes).toBeLessThanOrEqual(MAX_KILOBYTES);
  });
}
