import type { Page } from '@playwright/test';
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

test('without scripts every page of the shell is readable, and its links work', async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [path, heading, words] of PAGES) {
    await page.goto(site.url + path);
    await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
    if (words) await expect.soft(page.getByText(words).first(), path).toBeVisible();
    await expect.soft(page.getByRole('link', { name: 'Resume', exact: true }), path).toBeVisible();
    await page.getByRole('link', { name: 'Privacy' }).click();
    await expect.soft(page, path).toHaveURL(`${site.url}/privacy`);
  }
  await context.close();
});

/** Black letters except on these (specification); both are on a plate in either scheme. */
const WHITE = ['/', '/projects/monet-paint', '/projects/333-balls', '/projects/tennis-ball-gun', '/projects/camera'];
const BLACK = [
  '/about',
  '/projects',
  '/portfolio',
  '/contact',
  '/projects/cameras',
  '/projects/egg-prices',
  '/projects/clocks',
  '/privacy',
];

function contrast([a = 0, b = 0]: readonly number[]): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Luminance of the owner's name and of its plate, on the worst possible background. */
function plateOf(page: Page, ground: number): Promise<{ color: string; luminances: number[] }> {
  return page
    .getByRole('banner')
    .getByRole('link', { name: owner.ownerName })
    .evaluate((link, under) => {
      const { color, backgroundColor } = getComputedStyle(link);
      const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
      const luminance = (text: string) => {
        const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
        const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => linear((value / 255) * alpha + under * (1 - alpha)));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      return { color: color, luminances: [luminance(color), luminance(backgroundColor)] };
    }, ground);
}

test("the header's letters are white on five pages and black on the others, at 4.5:1 on any background, in light and dark", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of [...WHITE, ...BLACK]) {
    await page.goto(path);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const ground of [0, 1]) {
        const { color, luminances } = await plateOf(page, ground);
        expect.soft(color, `${path}, ${colorScheme}`).toBe(WHITE.includes(path) ? 'rgb(255, 255, 255)' : 'rgb(13, 14, 18)');
        expect.soft(contrast(luminances), `${path}, ${colorScheme}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  }
});

test('the menu button shows three lines, and an X while the menu is open', async ({ page }) => {
  await page.goto('/');
  const icon = (open: boolean) => page.locator(`button[aria-expanded=${String(open)}] svg`);
  await expect(icon(false)).toHaveClass(/lucide-menu/);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(icon(true)).toHaveClass(/lucide-x/);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close menu' }).locator('svg')).toHaveClass(/lucide-x/);
  await expect(page.getByRole('dialog').getByRole('link')).toHaveText(['Resume', 'Projects', 'Shop', 'Contact']);
});

test("the owner's name is in large letters, with the subtitle below it only on the home page", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const name = page.getByRole('banner').getByRole('link', { name: owner.ownerName });
  expect(await name.evaluate((link) => parseFloat(getComputedStyle(link).fontSize))).toBeGreaterThan(96);
  await expect(page.getByRole('banner').locator('p')).toHaveText(owner.subtitle ? [owner.subtitle] : []);
  await page.goto('/projects');
  await expect(page.getByRole('banner').locator('p')).toHaveCount(0);
});

test('each project card has a title, a date, a sentence, tags separated by bullets and a link', async ({ page }) => {
  await page.goto('/projects');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(9);
  await expect(cards.getByRole('heading', { level: 2 })).toHaveText([
    'USDA MARS API Reports',
    'Cameras',
    'Tennis Ball Gun',
    'Analog Clock',
    'Monet Paint',
    'Camera',
    'Sensor Dashboard',
    '333 Balls',
    'Draft Projects',
  ]);
  for (const card of (await cards.all()).slice(0, 8)) {
    await expect(card.getByText(/^[A-Z][a-z]{2} \d{1,2} 2025$/)).toBeVisible();
    await expect(card.getByText(/^[^•]+( • [^•]+)+$/)).toBeVisible();
    await expect(card.locator('p').nth(1)).toHaveText(/\.$/);
    await expect(card.getByRole('link')).toHaveText('Open');
  }
  await expect(cards.first().getByText('Aug 11 2025', { exact: true })).toBeVisible();
  await expect(cards.last().getByText('New experiments and ideas in development, behind a password.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'More experiments' })).toBeVisible();
});

test('exactly the pages of the shell that move have Pause motion', async ({ page }) => {
  for (const [path] of PAGES) {
    await page.goto(path);
    const count = ['/', '/about', '/projects', '/contact'].includes(path) ? 1 : 0;
    await expect(page.getByRole('button', { name: 'Pause motion' }), path).toHaveCount(count);
  }
});

test('Privacy names the three cookies and what the browser keeps', async ({ page }) => {
  await page.goto('/privacy');
  await expect(page.getByRole('main').locator('dt')).toHaveText([
    'Page view',
    'Event',
    'draft',
    'device',
    'set',
    'motion, in local storage',
    'tennis-ball-gun, in local storage',
    'balls-figures, in local storage',
    'gallery-delete-tokens, in local storage',
    'draft-access, in session storage',
    'site-broken-releases, in session storage',
    'offline, in cache storage',
  ]);
  await expect(
    page.getByText('When your browser sends Do Not Track or Global Privacy Control, nothing is sent at all.'),
  ).toBeVisible();
  await expect(page.getByText('Each page tells this site, and nobody else, which version of it you got')).toBeVisible();
});

test('a tip opens after 700 ms, the next one at once within 300 ms, and after them 700 ms later again', async ({ page }) => {
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Open menu' });
  const tip = page.getByRole('tooltip');
  // The bubble's code is fetched for the first tip.
  await menu.hover();
  await expect(tip).toHaveText(/Open menu/);
  await page.mouse.move(700, 500);
  await expect(tip).toHaveCount(0);
  await stopClock(page);
  await menu.hover();
  await page.clock.runFor(690);
  await expect(tip).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(tip).toHaveText(/Open menu/);
  await page.mouse.move(700, 500);
  await page.clock.runFor(250);
  await page.getByRole('button', { name: 'Pause motion' }).hover();
  await page.clock.runFor(20);
  await expect(tip).toHaveText(/Pause everything that moves by itself/);
  await page.mouse.move(700, 500);
  await page.clock.runFor(320);
  await menu.hover();
  await page.clock.runFor(600);
  await expect(tip).toHaveCount(0);
});

test.describe('a notification', () => {
  const toast = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');
  const copy = (page: Page, name: string) => page.getByRole('button', { name }).click();

  test.beforeEach(async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/projects/beef-cut-prices?cut=chuck+roast&item=${encodeURIComponent(CHUCK_ROAST)}`);
    await expect(page.getByRole('slider')).toBeVisible();
    // Its code is fetched for the first one.
    await copy(page, 'Copy link to this chart');
    await expect(toast(page)).toContainText('Link copied');
  });

  test('is one at a time, takes the focus on F8 and closes by its button', async ({ page }) => {
    await copy(page, 'Copy embed code');
    await expect(toast(page)).toHaveCount(1);
    await expect(toast(page)).toContainText('Embed code copied');
    await page.keyboard.press('F8');
    expect(await page.evaluate(() => document.activeElement?.closest('[role=region]') !== null)).toBe(true);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(toast(page)).toHaveCount(0);
  });

  test('leaves the screen and the accessibility tree after 5 seconds', async ({ page }) => {
    await stopClock(page);
    await copy(page, 'Copy embed code');
    await expect(toast(page)).toContainText('Embed code copied');
    await page.mouse.move(5, 5);
    await page.clock.runFor(4800);
    await expect(toast(page)).toHaveCount(1);
    await page.clock.runFor(400);
    await expect(toast(page)).toHaveCount(0);
    await expect(page.getByText('Embed code copied')).toHaveCount(0);
  });

  test('is swiped away to the right by over 50 px, and not by less', async ({ page }) => {
    const swipe = async (by: number) => {
      const box = await toast(page).boundingBox();
      if (!box) throw new Error('no notification is shown');
      const [x, y] = [box.x + 30, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + by / 2, y, { steps: 4 });
      await page.mouse.move(x + by, y, { steps: 4 });
      await page.mouse.up();
    };
    await swipe(40);
    await expect(toast(page)).toHaveCount(1);
    await swipe(70);
    await expect(toast(page)).toHaveCount(0);
  });
});
