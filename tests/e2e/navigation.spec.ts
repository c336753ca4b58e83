import { site } from '../support/content.ts';
import { expect, test } from '../support/test.ts';

test('the focus stays inside the open menu in both directions, and the name links to the home page', async ({ page }) => {
  await page.goto('/projects');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  for (const key of [...Array<string>(8).fill('Tab'), ...Array<string>(8).fill('Shift+Tab')]) {
    await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('link', { name: site.ownerName }).click();
  await expect(page).toHaveURL('/');
});
