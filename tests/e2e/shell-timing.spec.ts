import type { Page } from '@playwright/test';
import { drawFrames } from '../support/frames.ts';
import { stopClock } from '../support/journey.ts';
import { CHUCK_ROAST } from '../support/prices.ts';
import { expect, test } from '../support/test.ts';

const DEVICES = [
  { device: 'a phone', size: { width: 390, height: 844 }, throttleMs: 16, drawnShare: 0.5 },
  { device: 'a desktop', size: { width: 1440, height: 900 }, throttleMs: 8, drawnShare: 1 },
] as const;

/** Drags the bubble by two moves that are stamped `gapMs` apart. Returns how far it went, in px: 40 if the second was left out, 80 if not. */
async function draggedBy(page: Page, gapMs: number): Promise<number> {
  const bubble = page.getByRole('main').getByRole('link', { name: 'Contact', exact: true });
  const box = await bubble.boundingBox();
  if (!box) throw new Error('the bubble is not shown');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // Towards the middle of the window, where no wall stops it.
  const direction = x > (page.viewportSize()?.width ?? 0) / 2 ? -1 : 1;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await bubble.evaluate(
    (element, [centreX, centreY, gap, sign]) => {
      // Later than the press by more than any throttle.
      const began = performance.now() + 60;
      for (const [byX, at] of [
        [40, began],
        [80, began + gap],
      ] as const) {
        const place = { clientX: centreX + sign * byX, clientY: centreY, pointerId: 1, isPrimary: true, bubbles: true };
        element.dispatchEvent(Object.defineProperty(new PointerEvent('pointermove', place), 'timeStamp', { value: at }));
      }
    },
    [x, y, gapMs, direction] as const,
  );
  await drawFrames(page, 3);
  const after = await bubble.boundingBox();
  await page.mouse.up();
  return Math.round(Math.abs((after?.x ?? 0) - box.x));
}

for (const { device, size, throttleMs, drawnShare } of DEVICES) {
  test(`on ${device} moves of a pointer within ${throttleMs} ms of each other are left out`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
    expect(await draggedBy(page, throttleMs - 1)).toBe(40);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
    expect(await draggedBy(page, throttleMs)).toBe(80);
  });

  test(`on ${device} ${drawnShare === 1 ? 'every' : 'every second'} frame is drawn`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await stopClock(page);
    // From here on all frames come from the stopped clock.
    await page.getByRole('button', { name: 'Resume motion' }).click();
    await expect(page.getByRole('button', { name: 'Pause motion' })).toBeVisible();
    await page.evaluate(() => {
      const circle = document.querySelector('[aria-hidden=true] > span');
      if (!circle) throw new Error('no circle');
      const counted = { frames: 0, drawn: 0 };
      Object.assign(window, { counted });
      new MutationObserver((records) => (counted.drawn += records.length)).observe(circle, { attributeFilter: ['style'] });
      const frame = () => {
        counted.frames += 1;
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
    const counted = () => page.evaluate(() => (window as unknown as { counted: { frames: number; drawn: number } }).counted);
    // It is moving now, or starts within these frames.
    await page.clock.runFor(500);
    const before = await counted();
    await page.clock.runFor(1_000);
    const after = await counted();
    const frames = after.frames - before.frames;
    expect(frames).toBeGreaterThan(50);
    expect(Math.abs(after.drawn - before.drawn - drawnShare * frames)).toBeLessThanOrEqual(2);
  });
}

test('a closed notification may stay in memory for 1,000,000 ms, and no longer', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    const delays: number[] = [];
    Object.assign(window, { delays });
    const set = window.setTimeout.bind(window);
    // Only records the requested timers; they are still the browser's.
    window.setTimeout = ((handler: () => void, delay?: number, ...rest: unknown[]) => {
      delays.push(delay ?? 0);
      return set(handler, delay, ...rest);
    }) as typeof window.setTimeout;
  });
  await page.goto(`/projects/beef-cut-prices?cut=chuck+roast&item=${encodeURIComponent(CHUCK_ROAST)}`);
  await page.getByRole('slider').waitFor();
  await page.getByRole('button', { name: 'Copy link to this chart' }).click();
  const removals = () =>
    page.evaluate(() => (window as unknown as { delays: number[] }).delays.filter((delay) => delay === 1_000_000).length);
  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');
  await expect(toast).toHaveCount(1);
  expect(await removals()).toBe(0);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toHaveCount(0);
  expect(await removals()).toBe(1);
});
