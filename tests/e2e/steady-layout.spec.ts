import { expect, test } from '../support/test.ts';

/** Framed pages of every remote: heading and sentence come with the document, the rest with the remote's code. */
const PAGES = [
  { path: '/projects/egg-prices', remote: 'market-prices', content: 'main table' },
  { path: '/projects/clocks', remote: 'demos-games', content: 'main svg' },
  { path: '/projects/cameras', remote: 'demos-cameras', content: 'main article' },
  { path: '/projects/sensor-dashboard', remote: 'demos-sensors', content: 'main dl' },
];

test.use({ viewport: { width: 390, height: 844 } });

for (const { path, remote, content } of PAGES) {
  test(`${path} moves nothing that is in sight when its code arrives`, async ({ page }) => {
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
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
  });
}
