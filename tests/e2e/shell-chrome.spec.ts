import { chromium } from '@playwright/test';
import { launchWith } from '../support/camera.ts';
import { resume, shop, site as owner } from '../support/content.ts';
import { stopClock } from '../support/journey.ts';
import { CHUCK_ROAST } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

/** The shell's own pages with their headings, and the text below some of them. */
const PAGES = [
  ['/', owner.ownerName, owner.subtitle],
  ['/about', 'Résumé', resume.work[0]?.name ?? ''],
  ['/projects', 'Projects', 'Small interactive experiments and public price viewers.'],
  ['/projects/drafts', 'Draft Projects', 'Experiments in development. The list has a password; ask the owner for it.'],
  ['/projects/header-test', 'Header Test', 'A static template that describes the menu in the header.'],
  ['/portfolio', 'Shop', shop.items[0]?.title ?? 'Coming Soon'],
  ['/contact', 'Contact', 'LinkedIn'],
  ['/privacy', 'Privacy', 'What this site keeps, and what it sends.'],
] as const;

test('without scripts every page of the shell is readable, its links work, and a project says that it needs JavaScript', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [path, heading, words] of PAGES) {
    await page.goto(site.url + path);
    await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
    if (words) await expect.soft(page.getByText(words).first(), path).toBeVisible();
    await expect.soft(page.getByRole('link', { name: 'Resume', exact: true }), path).toBeVisible();
  }
  for (const [path, title] of [
    ['/projects/egg-prices', 'Egg Prices'],
    ['/projects/333-balls', '333 Balls'],
  ] as const) {
    await page.goto(site.url + path);
    // Playwright's text search skips noscript, although it is displayed.
    expect(await page.getByRole('main').innerText()).toContain(`${title} needs JavaScript, which is off in this browser.`);
    await expect(page.getByText(/^Loading/)).toBeHidden();
  }
  await page.goto(site.url);
  await page.getByRole('main').getByRole('link', { name: 'Contact', exact: true }).click();
  await expect(page).toHaveURL(`${site.url}/contact`);
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page).toHaveURL(`${site.url}/privacy`);
  await context.close();
});

test('with a scroll bar that takes up space, nothing moves sideways between pages that scroll and pages that do not', async ({
  site,
}) => {
  const browser = await chromium.launch({ ...launchWith(), ignoreDefaultArgs: ['--hide-scrollbars'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const widths: number[] = [];
    for (const path of ['/about', '/contact']) {
      await page.goto(site.url + path);
      widths.push(await page.evaluate(() => document.body.getBoundingClientRect().width));
    }
    expect(widths[0]).toBeLessThan(1440);
    expect(widths[1]).toBe(widths[0]);
  } finally {
    await browser.close();
  }
});

test('notifications appear one at a time, take the focus on F8, close with their button or a swipe of over 50 px, and disappear after 5 seconds', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');
  const copy = (name: string) => page.getByRole('button', { name }).click();
  const swipe = async (by: number) => {
    const box = await toast.boundingBox();
    if (!box) throw new Error('no notification is shown');
    const [x, y] = [box.x + 30, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y, { steps: 4 });
    await page.mouse.move(x + by, y, { steps: 4 });
    await page.mouse.up();
  };
  await page.goto(`/projects/beef-cut-prices?cut=chuck+roast&item=${encodeURIComponent(CHUCK_ROAST)}`);
  await expect(page.getByRole('slider')).toBeVisible();
  await copy('Copy link to this chart');
  await expect(toast).toContainText('Link copied');
  await copy('Copy embed code');
  await expect(toast).toHaveCount(1);
  await expect(toast).toContainText('Embed code copied');
  await page.keyboard.press('F8');
  expect(await page.evaluate(() => document.activeElement?.closest('[role=region]') !== null)).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).toBe('solid');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toHaveCount(0);

  await copy('Copy embed code');
  await expect(toast).toHaveCount(1);
  await swipe(40);
  await expect(toast).toHaveCount(1);
  await swipe(70);
  await expect(toast).toHaveCount(0);

  await stopClock(page);
  await copy('Copy embed code');
  await expect(toast).toContainText('Embed code copied');
  await page.mouse.move(5, 5);
  await page.clock.runFor(4800);
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(400);
  await expect(toast).toHaveCount(0);
  // No copy for screen readers is left either.
  await expect(page.getByText('Embed code copied')).toHaveCount(0);
});
