import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect } from './test.ts';

const HOUR_MS = 3_600_000;

/** Pages whose clock is stopped. */
const stopped = new WeakSet<Page>();

/** Stops the clock of an open page; from now on only `page.clock.runFor` makes its time pass. */
export async function stopClock(page: Page): Promise<void> {
  stopped.add(page);
  await page.clock.install();
  // Far ahead, because the page's clock runs until it is stopped and must not have passed that moment.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + HOUR_MS);
}

/** A press that lasts 50 ms by its own timestamps, however long this machine takes to deliver it. */
export async function press(page: Page, x: number, y: number): Promise<void> {
  const mouse = await page.context().newCDPSession(page);
  const began = Date.now() / 1000;
  const send = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', timestamp: number) =>
    mouse.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      button: type === 'mouseMoved' ? 'none' : 'left',
      clickCount: type === 'mouseMoved' ? 0 : 1,
      timestamp,
    });
  await send('mouseMoved', began);
  await send('mousePressed', began + 0.01);
  await send('mouseReleased', began + 0.06);
  await mouse.detach();
}

/** Runs axe once on the open page. @throws Error if the page's clock is stopped: axe waits for timers */
export async function expectNoViolations(page: Page): Promise<void> {
  if (stopped.has(page)) throw new Error('axe waits for timers: call expectNoViolations before stopClock');
  await expectAccessible(page, new URL(page.url()).pathname);
}

const PHONE = { width: 390, height: 844 };

/** Narrows the window to the width of a phone and expects the page to fit. */
export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), 'width of the page in a window of 390 px')
    .toBeLessThanOrEqual(PHONE.width);
}

export { expect, test } from './test.ts';
export { fixDate, installClock } from './loader-timers.ts';
export { ask } from './stored-prices.ts';
