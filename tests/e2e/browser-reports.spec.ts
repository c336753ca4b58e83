import { chromium, type Page } from '@playwright/test';
import { launchWith } from '../support/camera.ts';
import { expectFitsPhone, expectNoViolations } from '../support/journey.ts';
import { startSite } from '../support/site.ts';
import { expect, test } from '../support/test.ts';
import { startHttpsProxy } from '../support/https-proxy.ts';

/** Loads a picture from another site, which the pages' policy forbids. */
const violate = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const picture = new Image();
    picture.src = 'https://pictures.example/a.png?secret=1';
    document.body.append(picture);
  });

/** Opens the owner's page of reports, and waits until it lists this report. */
async function expectReported(page: Page, url: string, what: string): Promise<void> {
  await page.goto(`${url}/owner/reports`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('rowheader', { name: what })).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Playwright and this repository's own launch options both set this flag, which also turns the reports off. */
const WITHOUT_REPORTS = '--disable-background-networking';

/** Chromium has the Reporting API only over https. */
test('over https Chromium reports to one address what each policy blocks, and which deprecated features are used', async ({
  page: ownersPage,
}) => {
  const proxy = await startHttpsProxy();
  const site = await startSite({ env: { PUBLIC_ORIGIN: proxy.url } });
  proxy.forwardTo(site.url);
  const { args = [], ...options } = launchWith('--ignore-certificate-errors', '--short-reporting-delay');
  const browser = await chromium.launch({
    ...options,
    args: args.filter((flag) => flag !== WITHOUT_REPORTS),
    ignoreDefaultArgs: [WITHOUT_REPORTS],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`${proxy.url}/about`);
    await violate(page);
    await page.evaluate(async () => {
      // No release lists this script, so it has no hash.
      await import(String('/nothing.js')).catch(() => undefined);
      const request = new XMLHttpRequest();
      request.open('GET', '/robots.txt', false);
      request.send();
    });
    await expectReported(ownersPage, site.url, 'img-src: https://pictures.example');
    await expectReported(ownersPage, site.url, 'script: /nothing.js');
    await expectReported(ownersPage, site.url, 'XMLHttpRequestSynchronousInNonWorkerOutsideBeforeUnload');
    await expect(ownersPage.getByRole('heading', { level: 2 })).toHaveText([
      'Blocked by the content security policy',
      'Blocked by the integrity policy',
      'Deprecated features',
    ]);
    await expect(ownersPage.getByRole('row', { name: 'script: /nothing.js' }).getByRole('cell').nth(2)).toHaveText(/^shell 0\./);
    expect(await ownersPage.content()).not.toContain('secret');
    await expectNoViolations(ownersPage);
    await expectFitsPhone(ownersPage);
  } finally {
    await browser.close();
    await site.close();
    await proxy.close();
  }
});
