import { ask, expect, expectFitsPhone, expectNoViolations, test } from '../support/journey.ts';
import { DRAFT_PASSWORD } from '../support/site.ts';

test('/projects/drafts opens its list only for the right password, and locks again', async ({ page, context }) => {
  await page.goto('/projects/drafts');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Draft Projects');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  const password = main.getByLabel('Password');
  const flag = () => page.evaluate(() => sessionStorage.getItem('draft-access'));
  const cards = main.getByRole('article');
  await password.fill('wrong');
  await password.press('Enter');
  await expect(main.getByRole('alert')).toHaveText('Incorrect password');
  await expect(password).toHaveValue('');
  await expect(password).toBeFocused();
  expect(await flag()).toBeNull();
  await expect(cards).toHaveCount(0);
  await password.fill(DRAFT_PASSWORD);
  await main.getByRole('button', { name: 'Unlock' }).click();
  await expect(cards.getByRole('heading', { level: 2 })).toHaveText(['Beef Cut Prices', /./]);
  await expect(cards.first()).toContainText('Aug 12 2025');
  expect(await cards.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/projects/beef-cut-prices',
    '/projects/trump-clock',
  ]);
  expect(await flag()).toBe('true');
  await expect(main.getByText('ask the owner')).toHaveCount(0);
  await expect(main.getByText('The list is open in this tab until you lock it again.')).toBeVisible();
  await expectNoViolations(page);
  await expectFitsPhone(page);
  await main.getByRole('link', { name: 'Open Beef Cut Prices' }).click();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('BEEF CUT PRICES');
  await page.goBack();
  const cookies = await context.cookies();
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await main.getByRole('button', { name: 'Lock again' }).click();
  await expect(password).toBeVisible();
  await expect(cards).toHaveCount(0);
  expect(await flag()).toBeNull();
  // The session has ended on the server too, not only in this browser.
  await ended;
  await context.addCookies(cookies);
  expect((await ask(page.request, '/api/drafts')).status()).toBe(401);
});
