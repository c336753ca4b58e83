import type { Page } from '@playwright/test';
import { bubble, centerOf, openStill } from '../support/bubbles.ts';
import { drawFrames } from '../support/frames.ts';
import { stopClock } from '../support/journey.ts';
import { expect, test } from '../support/test.ts';

/** Drags the bubble with two moves, timed `gapMs` apart. Returns the distance in px: 40 if the second was skipped, 80 if not. */
async function draggedBy(page: Page, gapMs: number): Promise<number> {
  const contact = bubble(page, 'Contact');
  const box = await contact.boundingBox();
  if (!box) throw new Error('the bubble is not shown');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // Toward the middle of the window, where no wall stops it.
  const direction = x > (page.viewportSize()?.width ?? 0) / 2 ? -1 : 1;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await contact.evaluate(
    (element, [centerX, centerY, gap, sign]) => {
      // Later than the press by more than any throttle.
      const began = performance.now() + 60;
      for (const [byX, at] of [
        [40, began],
        [80, began + gap],
      ] as const) {
        const place = { clientX: centerX + sign * byX, clientY: centerY, pointerId: 1, isPrimary: true, bubbles: true };
        element.dispatchEvent(Object.defineProperty(new PointerEvent('pointermove', place), 'timeStamp', { value: at }));
      }
    },
    [x, y, gapMs, direction] as const,
  );
  await drawFrames(page, 3);
  const after = await contact.boundingBox();
  await page.mouse.up();
  return Math.round(Math.abs((after?.x ?? 0) - box.x));
}

/** The number of frames within a second of the stopped clock, and how many of them were drawn. */
async function drawnOf(page: Page): Promise<{ frames: number; drawn: number }> {
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
  const counted = () =>
    page.evaluate(() => ({ ...(window as unknown as { counted: { frames: number; drawn: number } }).counted }));
  // The circle is moving now, or starts within these frames.
  await page.clock.runFor(500);
  const before = await counted();
  await page.clock.runFor(1_000);
  const after = await counted();
  return { frames: after.frames - before.frames, drawn: after.drawn - before.drawn };
}

for (const { device, size, throttleMs, drawnShare } of [
  { device: 'a phone', size: { width: 390, height: 844 }, throttleMs: 16, drawnShare: 0.5 },
  { device: 'a desktop', size: { width: 1440, height: 900 }, throttleMs: 8, drawnShare: 1 },
] as const) {
  test(`on ${device} pointer moves within ${throttleMs} ms are skipped, ${drawnShare === 1 ? 'every frame is drawn, and a thrown bubble keeps its velocity' : 'and every second frame is drawn'}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await openStill(page);
    expect(await draggedBy(page, throttleMs - 1)).toBe(40);
    expect(await draggedBy(page, throttleMs)).toBe(80);
    // Those drags may have thrown Contact, which could then cover Résumé.
    await openStill(page);
    await stopClock(page);
    // From here on all frames come from the stopped clock.
    await page.getByRole('button', { name: 'Resume motion' }).click();
    await expect(page.getByRole('button', { name: 'Pause motion' })).toBeVisible();
    const { frames, drawn } = await drawnOf(page);
    expect(frames).toBeGreaterThan(50);
    expect(Math.abs(drawn - drawnShare * frames)).toBeLessThanOrEqual(2);
    if (device === 'a phone') return;

    const { x, y } = await centerOf(page, 'Résumé');
    // 20 px every 20 ms of the stopped clock, which also stamps the events, so that the speed of delivery does not matter.
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let moves = 1; moves <= 15; moves += 1) {
      await page.clock.runFor(20);
      await page.mouse.move(x + 20 * moves, y);
    }
    await page.mouse.up();
    // One frame at a time, until the page has handled all events: the bubble is then past the point of release.
    const placeAfterFrame = async () => {
      await page.clock.runFor(17);
      return (await centerOf(page, 'Résumé')).x;
    };
    await expect.poll(placeAfterFrame).toBeGreaterThan(x + 305);
    const released = await centerOf(page, 'Résumé');
    await page.clock.runFor(150);
    expect((await centerOf(page, 'Résumé')).x).toBeGreaterThan(released.x + 60);
    await expect(page).toHaveURL('/');
  });
}

test('on a phone a tap on a bubble opens its page', async ({ browser, site }) => {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  // Bubbles that have moved may cover one another.
  await openStill(page);
  const { x, y } = await centerOf(page, 'Shop');
  const finger = await context.newCDPSession(page);
  // With timestamps, because a press of over 200 ms is not a tap; sent together, because the browser also measures a press itself.
  const timestamp = Date.now() / 1000;
  await Promise.all([
    finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }], timestamp }),
    finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.05 }),
  ]);
  await expect(page).toHaveURL('/portfolio');
  await context.close();
});
