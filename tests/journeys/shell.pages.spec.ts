import type { Page } from '@playwright/test';
import { shop, site } from '../support/content.ts';
import { expect, expectFitsPhone, expectNoViolations, test } from '../support/journey.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const inMain = (page: Page) => page.getByRole('main');

test('/projects shows the cards in order, and a card opens its page without loading a document', async ({ page }) => {
  await page.goto('/projects');
  await expect(heading(page)).toHaveText('Projects');
  const links = page.getByRole('article').getByRole('link');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/projects/usda-reports',
    '/projects/cameras',
    '/projects/tennis-ball-gun',
    '/projects/analog-clock',
    '/projects/monet-paint',
    '/projects/camera',
    '/projects/sensor-dashboard',
    '/projects/333-balls',
    '/projects/drafts',
  ]);
  const stills = inMain(page).locator('article picture > img');
  await expect(stills).toHaveCount(8);
  // How far ahead the browser loads lazy images depends on how fast it believes the network is.
  await stills.evaluateAll((all) => all.forEach((image) => Object.assign(image, { loading: 'eager' })));
  const notLoaded = () =>
    stills.evaluateAll((all) => all.filter((image) => (image as HTMLImageElement).naturalWidth === 0).length);
  await expect.poll(notLoaded).toBe(0);
  const pictureBytes = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return entries.filter(({ name }) => name.endsWith('.webp')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  });
  expect(pictureBytes).toBeGreaterThan(20_000);
  expect(pictureBytes).toBeLessThan(150_000);
  const first = page.getByRole('article').first();
  await expect(first.getByRole('heading', { level: 2 })).toHaveText('USDA MARS API Reports');
  await expect(first).toContainText('Aug 11 2025');
  await expect(first).toContainText('USDA • Open data • Search');
  const more = inMain(page).getByRole('region', { name: 'More experiments' }).getByRole('link');
  await expect(more).toHaveText([
    'Camera Kaleidoscope',
    'Rapid Square Camera',
    'Hybrid Tessellation Camera',
    'Egg Prices',
    'Clocks',
    'Golf Clock',
  ]);
  expect(await more.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    ['camera-kaleidoscope', 'camera-squares', 'camera-hex-square', 'egg-prices', 'clocks', 'golf-clock'].map(
      (name) => `/projects/${name}`,
    ),
  );
  const columns = () =>
    inMain(page)
      .getByRole('list')
      .first()
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns);
  expect((await columns()).split(' ').length).toBeGreaterThan(1);
  await expectNoViolations(page);
  await expectFitsPhone(page);
  expect((await columns()).split(' ')).toHaveLength(1);
  let documents = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents += 1;
  });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
  // On the picture, which the link covers.
  const clock = page.getByRole('article').filter({ hasText: 'Analog Clock' }).locator('picture');
  await clock.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(50);
  await clock.click({ force: true });
  await expect(page).toHaveURL('/projects/analog-clock');
  await expect(page.getByRole('img', { name: /^Analog clock showing/ })).toBeVisible();
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveTitle(/Analog Clock/);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Analog Clock' })).toHaveCount(1);
  await page.goBack();
  await expect(heading(page)).toHaveText('Projects');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place);
  await more.filter({ hasText: 'Egg Prices' }).click();
  await expect(heading(page)).toHaveText('EGG PRICES');
  expect(documents).toBe(0);
});

test('/portfolio shows the shop’s items, or Coming Soon in large letters, and the name links to the home page', async ({
  page,
}) => {
  await page.goto('/portfolio');
  await expect(heading(page)).toHaveText('Shop');
  if (shop.items.length > 0) {
    const links = inMain(page).getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
      shop.items.map(({ link }) => link),
    );
  } else {
    const soon = inMain(page).getByText('Coming Soon', { exact: true });
    await expect(soon).toBeVisible();
    expect(await soon.evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize))).toBeGreaterThan(96);
  }
  await expectNoViolations(page);
  await expectFitsPhone(page);
  await page.getByRole('banner').getByRole('link', { name: site.ownerName }).click();
  await expect(page).toHaveURL('/');
  await expect(inMain(page).getByRole('link', { name: 'Contact' })).toBeVisible();
});

test('/privacy says what is stored, and a visit stores nothing', async ({ page, context }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL('/privacy');
  await expect(heading(page)).toHaveText('Privacy');
  // The tests' build omits analytics that the owner may have set up.
  await expect(page.getByText('No analytics service counts your visits.')).toBeVisible();
  await expect(inMain(page).locator('dt')).toHaveText([
    'Page view',
    'Event',
    'draft',
    'device',
    'set',
    'override',
    'motion, in local storage',
    'tennis-ball-gun, in local storage',
    'balls-figures, in local storage',
    'usda-reports, in local storage',
    'gallery-delete-tokens, in local storage',
    'draft-access, in session storage',
    'site-broken-releases, in session storage',
    'offline, in cache storage',
  ]);
  await expect(inMain(page)).toContainText('Do Not Track or Global Privacy Control, nothing is sent at all.');
  await expect(inMain(page)).toContainText(
    'keeps the best hundred runs of each day for 30 days, with their initials and the time when they arrived',
  );
  await expect(inMain(page)).toContainText('Each page tells this site, and nobody else, which version of it you got');
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  await expectNoViolations(page);
  await expectFitsPhone(page);
});

test('/projects/header-test names the four items of the menu and links back to the projects', async ({ page }) => {
  await page.goto('/projects/header-test');
  await expect(heading(page)).toHaveText('Header Test');
  await expect(inMain(page).locator('dt')).toHaveText(['RESUME', 'PROJECTS', 'STORE', 'CONTACT']);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expectNoViolations(page);
  await expectFitsPhone(page);
  await inMain(page).getByRole('link', { name: 'Back to Projects' }).click();
  await expect(page).toHaveURL('/projects');
  await expect(heading(page)).toHaveText('Projects');
});

test('an unknown path returns 404 with a page that says so and links home', async ({ page, expectedConsole }) => {
  expectedConsole.push(/404/);
  const response = await page.goto('/projects/no-such-thing');
  expect(response?.status()).toBe(404);
  await expect(heading(page)).toHaveText('Page Not Found');
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  await expectNoViolations(page);
  await expectFitsPhone(page);
  await page.getByRole('link', { name: 'Back to the home page' }).click();
  await expect(page).toHaveURL('/');
});
