import type { Locator, Page } from '@playwright/test';
import { GALLERY_PATH, sharePicture, tilesOf, stretchStatisticsTimeout } from '../support/gallery.ts';
import { expect, test } from '../support/journey.ts';
import { expectGoodView, logIn, OWNER_SETTINGS } from '../support/owner.ts';
import { startSite, type RunningSite } from '../support/site.ts';

const WAITING = '/owner/gallery';

/** A site whose owner has to log in, with this many pictures waiting. */
async function siteWith(pictures: number): Promise<RunningSite> {
  const site = await startSite({
    env: { ...OWNER_SETTINGS, GALLERY_APPROVE_FIRST: 'true', GALLERY_UPLOADS_PER_MINUTE: '100' },
  });
  for (let number = 1; number <= pictures; number += 1)
    expect((await sharePicture(site.url, number, 'hexagon', 100 + number)).status).toBe('held');
  return site;
}

const cardsOf = (page: Page): Locator => page.locator('.card');

/** Presses a key that sends a decision, and waits until the next page is ready for another. */
async function decide(page: Page, key: string, left: number): Promise<void> {
  await page.keyboard.press(key);
  await expect(cardsOf(page)).toHaveCount(left);
  if (left > 0) await expect(cardsOf(page).first().locator('[name=id]')).toBeFocused();
}

test('the owner logs in, decides on pictures with one key each, and undoes the last decision; each view is accessible, fits a phone, and is legible in the dark scheme', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/401 \(Unauthorized\)/);
  const site = await siteWith(4);
  try {
    await stretchStatisticsTimeout(page);
    await page.goto(site.url + GALLERY_PATH);
    await expect(page.getByRole('heading', { name: 'The walls are empty' })).toBeVisible();
    await page.goto(`${site.url}/owner/login`);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toHaveText('Incorrect password.');
    await expectGoodView(page);
    await logIn(page, site, WAITING);
    await expect(cardsOf(page)).toHaveCount(4);
    await expectGoodView(page);
    await page.keyboard.press('j');
    await expect(cardsOf(page).first().locator('[name=id]')).toBeFocused();
    // Blurred until the owner wants to see it.
    const image = cardsOf(page).first().getByRole('img');
    await expect(image).toHaveCSS('filter', /blur/);
    await page.keyboard.press('s');
    await expect(image).toHaveCSS('filter', 'none');
    for (const [index, key] of [...'adba'].entries()) await decide(page, key, 3 - index);
    await expect(page.getByRole('heading', { name: 'Nothing is waiting' })).toBeVisible();
    await expect(page.getByRole('status')).toContainText('You approved 1 picture at');
    // The script that listens for keys comes after the text.
    await page.waitForLoadState();
    await page.keyboard.press('u');
    await expect(cardsOf(page)).toHaveCount(1);
    await page.goto(site.url + GALLERY_PATH);
    await expect(tilesOf(page)).toHaveCount(1);
    for (const path of [
      '/owner',
      ...['visitors', 'errors', 'reports', 'jobs', 'backups', 'settings'].map((name) => `/owner/${name}`),
      ...['listed', 'trash', 'bans'].map((name) => `${WAITING}?show=${name}`),
    ]) {
      await page.goto(site.url + path);
      await expectGoodView(page);
    }
  } finally {
    await page.close();
    await site.close();
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('all pictures are approved at once, one is deleted and put back, and the owner logs out', async ({ page }) => {
    const site = await siteWith(3);
    try {
      await logIn(page, site, WAITING);
      await page.getByRole('link', { name: 'Select all' }).click();
      await page.getByRole('group', { name: 'Selected pictures' }).getByRole('button', { name: 'Approve' }).click();
      await expect(page.getByRole('status')).toContainText('You approved 3 pictures');
      await page.getByRole('link', { name: 'In the gallery (3)' }).click();
      await page.getByRole('button', { name: /^Delete: hexagon, 101 photos/ }).click();
      await page.getByRole('link', { name: 'Trash (1)' }).click();
      await page.getByRole('button', { name: /^Put back: hexagon, 101 photos/ }).click();
      await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page.getByRole('heading', { name: 'Owner login' })).toBeVisible();
    } finally {
      await page.close();
      await site.close();
    }
  });
});
