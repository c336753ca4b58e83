import { site } from '../support/content.ts';
import { expect, test } from '../support/test.ts';

const menuButton = { name: 'Open menu' };

test('the menu goes to Resume, Projects, Shop and Contact, and the name goes home', async ({ page }) => {
  await page.goto('/projects/cameras');
  for (const [label, path] of [
    ['Resume', '/about'],
    ['Projects', '/projects'],
    ['Shop', '/portfolio'],
    ['Contact', '/contact'],
  ] as const) {
    await page.getByRole('button', menuButton).click();
    await page.getByRole('dialog').getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.getByRole('banner').getByRole('link', { name: site.ownerName }).click();
  await expect(page).toHaveURL('/');
});

test('the menu closes by its X, by Escape and by the backdrop, and the focus comes back', async ({ page }) => {
  await page.goto('/projects');
  const button = page.getByRole('button', menuButton);
  const dialog = page.getByRole('dialog');
  await button.click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close menu' }).click();
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(20, page.viewportSize()!.height - 20);
  await expect(dialog).toBeHidden();
  await expect(button).toHaveAttribute('aria-expanded', 'false');
});

test('the focus stays inside the open menu', async ({ page }) => {
  await page.goto('/projects');
  await page.getByRole('button', menuButton).click();
  for (const key of [...Array<string>(8).fill('Tab'), ...Array<string>(8).fill('Shift+Tab')]) {
    await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  }
});

test('a navigation scrolls to the top, moves the focus to the heading and announces the page, without loading a document', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/projects');
  let documents = 0;
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents += 1;
  });
  const link = page.getByRole('link', { name: /Analog Clock/ }).first();
  await link.scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
  await link.click();
  await expect(page).toHaveURL('/projects/analog-clock');
  await expect(page.getByRole('img', { name: /clock/i }).first()).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.locator('[aria-live=polite]').filter({ hasText: /Analog Clock/i })).toHaveCount(1);
  await expect(page).toHaveTitle(/Analog Clock/i);
  expect(documents).toBe(0);
});

test('the whole first screen works by keyboard, and the skip link leads to the content', async ({ page }) => {
  await page.goto('/projects');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('/projects shows the eight cards in the stated order, the drafts card and the quieter links', async ({ page }) => {
  await page.goto('/projects');
  const hrefs = await page
    .getByRole('article')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect([...new Set(hrefs)]).toEqual([
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
  await expect(page.getByText('Aug 11 2025')).toBeVisible();
  await expect(page.getByRole('article').filter({ hasText: 'Being built' })).toHaveCount(0);
  for (const path of ['camera-kaleidoscope', 'camera-squares', 'camera-hex-square', 'egg-prices', 'clocks', 'golf-clock']) {
    await expect(page.locator(`main a[href="/projects/${path}"]`)).toHaveCount(1);
  }
});
