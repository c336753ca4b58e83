import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

/** Every page with clocks: how many drawings keep the viewer's zone, and how many keep their own. */
const PAGES = [
  { path: '/projects/analog-clock', drawings: 1 },
  { path: '/projects/trump-clock', drawings: 1 },
  { path: '/projects/golf-clock', drawings: 1 },
  { path: '/projects/clocks', drawings: 6 },
] as const;

const START = new Date('2026-11-20T10:08:30.000+01:00');

async function open(page: Page, path: string, drawings: number) {
  await page.clock.install({ time: START });
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(drawings);
}

/** Second and minute of each drawing in degrees as its hands have them, full turns included. */
const turned = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('img')
    .evaluateAll((all) =>
      all.map((drawing) => {
        const style = getComputedStyle(drawing);
        return {
          second: Number.parseFloat(style.getPropertyValue('--second')),
          minute: Number.parseFloat(style.getPropertyValue('--minute')),
        };
      }),
    );

for (const { path, drawings } of PAGES) {
  test(`${path} ticks on the real second, never turns a hand back from 59 to 0, and is right at once after seven hours of sleep`, async ({
    page,
  }) => {
    await open(page, path, drawings);
    await page.clock.pauseAt(new Date('2026-11-20T10:08:40.990+01:00'));
    const before = await turned(page);
    await page.clock.runFor(20);
    const after = await turned(page);
    for (const [index, { second }] of after.entries()) {
      expect((before[index]?.second ?? 0) % 360).toBeCloseTo(240, 3);
      // Not a second after it was opened.
      expect(second % 360).toBeCloseTo(246, 3);
    }
    await page.clock.runFor(985);
    expect((await turned(page)).map(({ second }) => Math.round(second % 360))).toEqual(after.map(() => 246));

    await page.clock.pauseAt(new Date('2026-11-20T10:08:57.500+01:00'));
    let last = await turned(page);
    for (let second = 0; second < 5; second += 1) {
      await page.clock.runFor(1000);
      const now = await turned(page);
      for (const [index, { second: angle, minute }] of now.entries()) {
        expect(angle - (last[index]?.second ?? 0)).toBeCloseTo(6, 3);
        expect(minute).toBeGreaterThan(last[index]?.minute ?? 0);
      }
      last = now;
    }

    await page.clock.pauseAt(new Date('2026-11-20T10:10:00.000+01:00'));
    await page.clock.fastForward(7 * 3_600_000 + 61_000);
    const all = await turned(page);
    for (const { second, minute } of all) {
      expect(second % 360).toBeCloseTo(6, 3);
      expect(minute % 360).toBeCloseTo(66.1, 3);
    }
    await expect(page.getByRole('main').getByRole('img', { name: /:11 (AM|PM)$/ })).toHaveCount(drawings);
  });

  test(`${path} ticks by default, sweeps when asked, and does not sweep for those who want less motion`, async ({ page }) => {
    await page.goto(path);
    const option = page.getByRole('switch', { name: 'Sweeping second hand' });
    await expect(option).not.toBeChecked();
    const steps = () =>
      page
        .getByRole('main')
        .getByRole('img')
        .evaluateAll((all) => [...new Set(all.map((drawing) => (drawing as HTMLElement).dataset['step']))]);
    await expect.poll(steps).toEqual(['tick']);
    await option.check();
    await expect.poll(steps).toEqual(['sweep']);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await page.getByRole('button', { name: 'Resume motion' }).click();
    await page.getByRole('switch', { name: 'Sweeping second hand' }).check();
    await expect.poll(steps).toEqual(['tick']);
  });

  test(`${path} goes full screen with a ground of its own and Pause motion in reach, and back`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Full screen', exact: true }).click();
    const leave = page.getByRole('button', { name: 'Leave full screen' });
    await expect(leave).toBeVisible();
    await page.getByRole('button', { name: 'Pause motion' }).click({ trial: true });
    await leave.click({ trial: true });
    // The clock's own ground reaches from edge to edge, where the wall of the page was.
    const edges = await page
      .getByRole('main')
      .getByRole('img')
      .first()
      .evaluate((drawing) => {
        const middle = window.innerHeight / 2;
        return [1, window.innerWidth - 20].map((x) => {
          const under = document.elementFromPoint(x, middle);
          return under?.contains(drawing) === true && getComputedStyle(under).backgroundColor !== 'rgba(0, 0, 0, 0)';
        });
      });
    expect(edges).toEqual([true, true]);
    await leave.click();
    await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
    // Where the visitor went from is still in sight.
    await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeInViewport();
  });

  test(`${path} shows the zone of its address and says so`, async ({ page }) => {
    await open(page, `${path}?tz=Asia/Kolkata`, drawings);
    await expect(page.getByRole('main')).toContainText('Asia/Kolkata');
    await expect(page.getByRole('main').getByRole('img', { name: /1:38 PM$|2:38 PM$/ })).toHaveCount(drawings === 6 ? 5 : 1);
  });

  test(`${path} names a zone that does not exist and shows the viewer’s own`, async ({ page }) => {
    await open(page, `${path}?tz=Mars/Olympus`, drawings);
    await expect(page.getByRole('main')).toContainText(
      /This browser knows no time zone “Mars\/Olympus”: the clocks? shows? your own\./,
    );
    await expect(page.getByRole('main')).toContainText('Europe/Paris');
    await expect(page.getByRole('main').getByRole('img', { name: /10:08 AM$/ })).toHaveCount(drawings === 6 ? 5 : 1);
  });
}

test('New York keeps its own zone whatever the address asks for', async ({ page }) => {
  await open(page, '/projects/clocks?tz=Asia/Kolkata', 6);
  await expect(page.getByRole('img', { name: 'New York time showing 4:08 AM' })).toBeVisible();
});
