import type { Locator, Page } from '@playwright/test';
import { COLOR_RULES, expectAccessible } from './accessible.ts';
import { expect } from './test.ts';
import { expectFitsPhone, expectNoViolations } from './journey.ts';
import type { RunningSite } from './site.ts';

export const OWNER_PASSWORD = 'correct horse battery staple';

/** Settings of a site whose owner has to log in. */
export const OWNER_SETTINGS = {
  OWNER_PASSWORD_HASH: '$scrypt$ln=14,r=1,p=1$c2l0ZS10ZXN0LXNhbHQtMQ$wE/qpMbvLb6jk3egouSN1N3kbGA+W+1oEu44llFxbt0',
  OWNER_TOKEN: 'o'.repeat(32),
};

/** Opens a page of the owner's area through the login. */
export async function logIn(page: Page, site: RunningSite, path: string): Promise<void> {
  await page.goto(site.url + path);
  await page.getByLabel('Password').fill(OWNER_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(site.url + path);
}

const MAX_STEPS = 200;

/** Moves the focus to the target with Tab only. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} cannot be reached with the keyboard`);
}

/** Checks the open page, in its current state, in both color schemes and on a phone. */
export async function expectGoodView(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, `${new URL(page.url()).pathname}, light`, COLOR_RULES);
  await expectFitsPhone(page);
}
