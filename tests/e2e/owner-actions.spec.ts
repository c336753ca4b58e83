import type { Page } from '@playwright/test';
import { changedBuild } from '../support/changed-build.ts';
import { expect, test } from '../support/journey.ts';
import { expectGoodView, logIn, OWNER_PASSWORD, OWNER_SETTINGS, tabTo } from '../support/owner.ts';
import { siteCommand, startSite } from '../support/site.ts';

const APP = 'demos-sensors';

const button = (page: Page, name: RegExp) => page.getByRole('button', { name });

test('with the keyboard alone the owner promotes a canary and rolls it back; a button on an outdated page changes nothing', async ({
  page,
  context,
  expectedConsole,
}) => {
  expectedConsole.push(/422 \(Unprocessable/);
  const site = await startSite({ ownStore: true, env: OWNER_SETTINGS });
  const build = await changedBuild(APP, '/projects/sensor-dashboard', { mark: 'canary' });
  try {
    await siteCommand(site.store, 'canary', APP, '--from', build.folder, '--share', '5');
    await logIn(page, site, '/owner');
    const outdated = await context.newPage();
    await outdated.goto(`${site.url}/owner`);

    const canary = page.locator('section').filter({ has: button(page, /^Promote the canary/) });
    await tabTo(page, canary.getByLabel('Why (for the log)'));
    await page.keyboard.type('no failure in a week');
    await tabTo(page, canary.getByLabel('Your password'));
    await page.keyboard.type(OWNER_PASSWORD);
    // Enter in a field submits nothing.
    await page.keyboard.press('Enter');
    await tabTo(page, button(page, /^Promote the canary/));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toContainText('is live for every visitor instead of');
    await expect(page.getByRole('row').filter({ hasText: 'no failure in a week' })).toContainText('owner (session)');

    const old = outdated.locator('section').filter({ has: button(outdated, /^Withdraw canary/) });
    await old.getByLabel('Why (for the log)').fill('too slow');
    await old.getByLabel('Your password').fill(OWNER_PASSWORD);
    await button(outdated, /^Withdraw canary/).click();
    await expect(outdated.getByRole('alert')).toContainText(`${APP} was changed in the meantime`);
    await outdated.close();

    const live = page.locator('section').filter({ has: page.getByRole('heading', { name: new RegExp(`^${APP} `) }) });
    await tabTo(page, live.locator('summary'));
    await page.keyboard.press('Enter');
    await tabTo(page, live.getByLabel('Your password'));
    await page.keyboard.type(OWNER_PASSWORD);
    await tabTo(page, button(page, new RegExp(`^Roll back to this release: ${APP}`)).first());
    await expectGoodView(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toContainText(`${APP} 0.1.0-`);
    await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible();
  } finally {
    await page.close();
    await build.remove();
    await site.close();
  }
});

test('the owner fetches prices, sees why that failed, and runs the job again', async ({ page }) => {
  // Nothing listens on this port.
  const usda = { USDA_SOURCE: 'live', USDA_BASE_URL: 'http://127.0.0.1:1/reports', USDA_API_KEY: 'key' };
  const site = await startSite({ env: { ...OWNER_SETTINGS, ...usda } });
  try {
    await logIn(page, site, '/owner/prices');
    await expect(page.getByText('No weeks are stored.')).toHaveCount(2);
    await tabTo(page, button(page, /^Fetch now$/));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listitem').filter({ hasText: 'fetch prices now' })).toBeVisible();
    const failed = page.getByRole('listitem').filter({ hasText: 'fetch prices now: failed' });
    await expect
      .poll(async () => {
        await page.reload();
        return failed.count();
      })
      .toBe(1);
    await expectGoodView(page);
    await page.getByRole('link', { name: 'Jobs' }).click();
    await expect(page).toHaveURL(`${site.url}/owner/jobs`);
    const again = button(page, /^Run again: fetch prices now$/);
    // While the site itself tries again, there is no such button.
    await expect
      .poll(async () => {
        await page.reload();
        return again.count();
      })
      .toBe(1);
    await tabTo(page, again);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toContainText(/fetch prices now: (?:running|due|failed)/);
    await expectGoodView(page);
  } finally {
    await page.close();
    await site.close();
  }
});
