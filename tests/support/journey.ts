import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test as base } from './test.ts';

/**
 * The shell's loader measures real time: after 1.8 to 4 s it asks for the previous release, after 8 s it shows a card. On a loaded
 * machine a healthy page can need longer, so a journey stretches these timers, and only these: no timer that a page's own behavior
 * depends on is in this range.
 */
function stretchLoaderTimers(): void {
  const { setTimeout } = window;
  const stretched = (handler: TimerHandler, delay = 0, ...more: unknown[]) =>
    setTimeout(handler, delay >= 1_800 && delay <= 8_000 ? delay * 60 : delay, ...more);
  Object.assign(window, { setTimeout: stretched });
}

export const test = base.extend({
  page: async ({ page }, use) => {
    await page.addInitScript(stretchLoaderTimers);
    await use(page);
  },
});

/** Gives the page's next document a clock that runs from `time` on until `page.clock.pauseAt` stops it. */
export async function installClock(page: Page, time: Date): Promise<void> {
  await page.clock.install({ time });
  // The clock brings timers of its own.
  await page.addInitScript(stretchLoaderTimers);
}

/** Gives the page a date that stands still, while its timers run. */
export async function fixDate(page: Page, date: Date): Promise<void> {
  await page.clock.setFixedTime(date);
  // The clock brings timers of its own.
  await page.addInitScript(stretchLoaderTimers);
}

const AN_HOUR = 3_600_000;

/** Stops the clock of an open page; from now on its time passes only by `page.clock.runFor`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  // Far ahead, because the page's clock runs until it is stopped and must not have passed that moment.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AN_HOUR);
}

/** A press that lasts 50 ms by its own time stamps, however long this machine takes to deliver it. */
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

const ANSWERS = {
  beef: ['/api/weekly-beef-report', '/api/price-history?commodity=beef&region=NATIONAL'],
  egg: ['/api/weekly-egg-report', '/api/price-history?commodity=egg&region=NATIONAL'],
  reports: ['/api/usda-reports'],
} as const;

/**
 * Waits until the API has a stored copy of what a price page asks for. Until then it reads the source while the visitor waits, and
 * answers 504 after 8 s of real time: on a loaded machine the first visitor of a fresh server would see the failed state.
 */
export async function waitForPrices(request: APIRequestContext, kind: keyof typeof ANSWERS, siteUrl = ''): Promise<void> {
  for (const path of ANSWERS[kind]) {
    await expect.poll(async () => (await request.get(siteUrl + path, { timeout: 0 })).status(), path).toBe(200);
  }
}

/** Runs axe once over the open page. */
export const expectNoViolations = (page: Page) => expectAccessible(page, new URL(page.url()).pathname);

const PHONE = { width: 390, height: 844 };

/** Narrows the window to a phone's and expects the page to fit. */
export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), 'width of the page in a window of 390 px')
    .toBeLessThanOrEqual(PHONE.width);
}

export { expect } from './test.ts';
