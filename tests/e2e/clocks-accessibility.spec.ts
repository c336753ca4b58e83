import { expect, test } from '../support/test.ts';

const PATHS = ['/projects/clocks', '/projects/golf-clock', '/projects/trump-clock', '/projects/analog-clock'];

for (const path of PATHS) {
  test(`${path} changes its names at most once a minute, and announces no second`, async ({ page }) => {
    await page.clock.install({ time: new Date('2026-11-20T10:08:30.000+01:00') });
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();
    await page.clock.pauseAt(new Date('2026-11-20T10:08:59.500+01:00'));
    await page.evaluate(() => {
      const counts = { names: 0, announced: 0 };
      Object.assign(globalThis, { counts });
      const main = document.querySelector('main');
      const drawings = main?.querySelectorAll('[role=img]') ?? [];
      for (const drawing of drawings) {
        let renamed = 0;
        new MutationObserver((changes) => {
          renamed += changes.length;
          counts.names = Math.max(counts.names, renamed);
        }).observe(drawing, { attributeFilter: ['aria-label'] });
      }
      for (const region of document.querySelectorAll('[role=status], [aria-live]')) {
        new MutationObserver(() => {
          counts.announced += 1;
        }).observe(region, { childList: true, characterData: true, subtree: true });
      }
    });
    for (let second = 0; second < 50; second += 1) await page.clock.runFor(1000);
    const counts = await page.evaluate(() => (globalThis as unknown as { counts: object }).counts);
    expect(counts).toEqual({ names: 1, announced: 0 });
  });
}
