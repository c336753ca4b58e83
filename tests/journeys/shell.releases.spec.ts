import { changedBuild } from '../support/changed-build.ts';
import { site as owner } from '../support/content.ts';
import { expect, test as base } from '../support/journey.ts';
import { release, startSite, type RunningSite } from '../support/site.ts';

const test = base.extend<{ readonly publishingSite: RunningSite }>({
  // oxlint-disable-next-line no-empty-pattern -- the framework reads the parameter's text
  publishingSite: async ({}, use) => {
    const site = await startSite({ ownStore: true });
    await use(site);
    await site.close();
  },
});

test('the previous release takes over from a broken one in the same visit, and everything else keeps working', async ({
  // First, so that it is closed last, because an open page still reports to it.
  publishingSite: { url, store },
  page,
  expectedConsole,
}) => {
  const build = await changedBuild('demos-games', '/projects/clocks', {
    page: "export function Component() { throw new Error('planted: render'); }",
    mark: 'broken',
  });
  await release(store, 'demos-games', build.folder);
  await build.remove();
  expectedConsole.push(/^Error: planted: render\n/);
  const report = /^\/projects\/clocks of demos-games \S+ failed in step render: planted: render; \S+ took over$/;
  expectedConsole.push(report);
  // A page that throws is replaced at once, so nothing here waits for the loader's timers.
  const reported = page.waitForEvent('console', (message) => report.test(message.text()));
  await page.goto(`${url}/projects/clocks`);
  await expect(page.getByRole('heading', { name: 'RADAR TIME' })).toBeVisible();
  await reported;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clocks');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Projects' }).click();
  await page.getByRole('link', { name: 'Open USDA MARS API Reports' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await page.goto(`${url}/projects/clocks`);
  await expect(page.getByRole('heading', { name: 'RADAR TIME' })).toBeVisible();
});

test('a page whose files do not arrive shows its heading and a card, and Retry loads it', async ({ page, expectedConsole }) => {
  expectedConsole.push(
    /^Failed to load resource: net::ERR_FAILED$/,
    /^\/projects\/egg-prices of market-prices \S+ failed in step/,
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
