import { site as owner } from '../support/content.ts';
import { expect, test } from '../support/journey.ts';

test('a page whose files do not arrive shows its heading and a card, and Retry loads it', async ({ page, expectedConsole }) => {
  expectedConsole.push(
    /^Failed to load resource: net::ERR_FAILED$/,
    /^\/projects\/egg-prices of market-prices \S+ failed at the [a-z]+ step/,
  );
  await page.route('**/r/market-prices/**', (route) => route.abort());
  await page.goto('/projects/egg-prices');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('EGG PRICES');
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await page.unroute('**/r/market-prices/**');
  await retry.click();
  await expect(page.getByText('Weekly Retail Egg Feature Activity')).toBeVisible();
});

test('a page of the shell whose script does not arrive can be read, and its links work', async ({ page, expectedConsole }) => {
  expectedConsole.push(/^Failed to load resource: net::ERR_FAILED$/, /dynamically imported module/);
  await page.route('**/r/shell/**/privacy.page*.js', (route) => route.abort());
  const failure = page.waitForEvent('pageerror');
  await page.goto('/privacy');
  await failure;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy');
  await expect(page.getByText('nobody else, which version of it you got')).toBeVisible();
  await page.getByRole('link', { name: owner.ownerName }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Résumé' })).toBeVisible();
});
