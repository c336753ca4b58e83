import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

/** Framed pages of every remote: heading and sentence come with the document, the rest with the remote's code. */
const PAGES = [
  { path: '/projects/egg-prices', remote: 'market-prices', content: 'main table' },
  { path: '/projects/clocks', remote: 'demos-games', content: 'main svg' },
  { path: '/projects/cameras', remote: 'demos-cameras', content: 'main article' },
  { path: '/projects/sensor-dashboard', remote: 'demos-sensors', content: 'main dl' },
];

test.use({ viewport: { width: 390, height: 844 } });

async function hearShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node | null }[] })[]) {
        const names = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 60) : 'gone'));
        shifts.push(`${entry.value.toFixed(4)} ${names.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);

for (const { path, remote, content } of PAGES) {
  test(`${path} moves nothing that is in sight when its code arrives`, async ({ page }) => {
    await hearShifts(page);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(`**/r/${remote}/**`, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByText(/^Loading .+…$/)).toBeVisible();
    // Two frames: the first has painted what waits.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    letGo();
    await expect(page.locator(content).first()).toBeVisible();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await shiftsOf(page)).toEqual([]);
  });
}

/** What Lighthouse calls slow 4G: 150 ms there and back, 1.6 Mbit a second down. */
async function slowFourG(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const bytes = (1.6 * 1024 * 1024) / 8;
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytes,
    uploadThroughput: bytes / 2,
  });
}

/** Sum of the values: more than the browser's own score, which counts the worst few seconds alone. */
const sumOf = (shifts: readonly string[]): number => shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0);

for (const [path, width, height] of [
  ['/projects/beef-cut-prices', 390, 844],
  ['/projects/beef-cut-prices', 1440, 900],
  ['/projects/egg-prices', 390, 844],
  ['/projects/usda-reports', 390, 844],
  ['/projects/usda-reports', 1440, 900],
] as const) {
  test(`on slow 4G ${path} keeps its place at ${width} px when the figures arrive`, async ({ page }) => {
    await hearShifts(page);
    await slowFourG(page);
    await page.setViewportSize({ width, height });
    await page.goto(path);
    await expect(page.locator('main table, main [role=table]').first()).toBeVisible({ timeout: 20_000 });
    await expect(page.locator('main').getByText('Sample data').first()).toBeVisible();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const shifts = await shiftsOf(page);
    expect(sumOf(shifts), shifts.join('\n')).toBeLessThan(0.02);
  });
}

for (const origin of ['live', 'saved'] as const) {
  test(`the status card is as high while it loads as with a ${origin} copy`, async ({ page }) => {
    let answerNow = () => {};
    const told = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    await page.route('**/api/usda-reports', async (route) => {
      await told;
      const headers = { 'X-Data-Source': 'live', 'X-Data-Fetched-At': '2026-11-20T09:00:00.000Z' };
      await route.fulfill({ json: [], headers: origin === 'live' ? headers : { ...headers, 'X-Data-Stale': 'true' } });
    });
    await page.goto('/projects/usda-reports');
    const card = page.getByRole('region', { name: 'API status' });
    await expect(card).toContainText('Connecting to USDA API...');
    const before = await card.boundingBox();
    answerNow();
    await expect(card).toContainText(origin === 'live' ? 'Live Data' : 'Saved copy from');
    expect((await card.boundingBox())?.height).toBe(before?.height);
  });
}
