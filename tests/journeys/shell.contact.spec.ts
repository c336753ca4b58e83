import { expectAccessible } from '../support/accessible.ts';
import { site } from '../support/content.ts';
import { expect, test } from '../support/test.ts';

test('/contact links to the owner’s profiles in a new tab, and its motion can be stopped', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact');
  const link = page.getByRole('main').getByRole('link', { name: 'LinkedIn (opens in a new tab)' });
  await expect(link).toHaveAttribute('href', site.profiles.linkedin);
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
  await expectAccessible(page, '/contact');
});
