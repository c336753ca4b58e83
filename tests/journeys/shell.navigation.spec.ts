import { expect, expectNoViolations, test } from '../support/journey.ts';

const ITEMS = [
  ['Resume', '/about', 'Résumé'],
  ['Projects', '/projects', 'Projects'],
  ['Shop', '/portfolio', 'Shop'],
  ['Contact', '/contact', 'Contact'],
] as const;

test('the menu leads to its four pages by pointer and by keyboard, and its button, a click outside it and Escape close it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/projects/cameras');
  const open = page.getByRole('button', { name: 'Open menu' });
  const menu = page.getByRole('dialog');
  const heading = page.getByRole('heading', { level: 1 });
  for (const [label, path, title] of ITEMS) {
    await open.click();
    await menu.getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(heading).toHaveText(title);
    await expect(menu).toHaveCount(0);
  }
  await open.click();
  await expect(menu.getByRole('link')).toHaveText(ITEMS.map(([label]) => label));
  await expectNoViolations(page);
  await menu.getByRole('button', { name: 'Close menu' }).click();
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
  // On a phone the menu covers the window; only in a wider one is there space beside it.
  await page.setViewportSize({ width: 1280, height: 720 });
  await open.click();
  await expect(menu).toBeVisible();
  await page.mouse.click(20, 700);
  await expect(menu).toBeHidden();
  await expect(open).toHaveAttribute('aria-expanded', 'false');

  // From here on only the keyboard is used.
  await page.goto('/projects');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await open.focus();
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
  await page.keyboard.press('Enter');
  const last = menu.getByRole('link', { name: 'Contact' });
  for (let tabs = 0; tabs < 8 && !(await last.evaluate((link) => link === document.activeElement)); tabs += 1) {
    await page.keyboard.press('Tab');
    expect(await menu.evaluate((dialog) => dialog.contains(document.activeElement)), 'the focus stays in the menu').toBe(true);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/contact');
  await expect(heading).toBeFocused();
  await expect(page.locator('[aria-live=polite]').filter({ hasText: 'Contact' })).toHaveCount(1);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
