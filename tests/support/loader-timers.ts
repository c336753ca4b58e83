import type { Page } from '@playwright/test';

/** How many times longer the loader waits in a test. */
const STRETCH = 60;

/**
 * Runs in the page. The shell's loader measures real time: after 1.8 to 4 s it requests the previous release, after 8 s it shows
 * a card. On a loaded machine a healthy page can take longer, so tests stretch these timers, and with them the page's others in
 * this range: for example the 5 s of a notification, the pauses of 2, 4 and 8 s before `/offline` sends a request, and the 8 s
 * after which a `Skeleton` offers Retry.
 */
function stretchLoaderTimers(factor: number): void {
  const { setTimeout } = window;
  const stretched = (handler: TimerHandler, delay = 0, ...more: unknown[]) => {
    if (delay >= 1_800 && delay <= 4_000) Object.assign(window, { isLoaderWaiting: true });
    return setTimeout(handler, delay >= 1_800 && delay <= 8_000 ? delay * factor : delay, ...more);
  };
  Object.assign(window, { setTimeout: stretched });
}

/** For a page opened by another driver. */
export const STRETCHED_LOADER_TIMERS = `(${stretchLoaderTimers.toString()})(${STRETCH});`;

export const stretchLoaderTimersOf = (target: Pick<Page, 'addInitScript'>) => target.addInitScript(stretchLoaderTimers, STRETCH);

/** Gives the page's next documents a virtual clock, whose loader timers are stretched as well. */
export async function installClock(page: Page, time?: Date): Promise<void> {
  await page.clock.install(time ? { time } : {});
  // The clock installs its own timers.
  await stretchLoaderTimersOf(page);
}

/** Gives the page a fixed date, while its timers run. */
export async function fixDate(page: Page, date: Date): Promise<void> {
  await page.clock.setFixedTime(date);
  // The clock installs its own timers.
  await stretchLoaderTimersOf(page);
}

/** Once the loader is waiting for a release, advances past its longest timer, but not past the 8 s after which it gives up. */
export async function advancePastLoaderTimer(page: Page): Promise<void> {
  await page.waitForFunction(() => 'isLoaderWaiting' in window);
  await page.clock.fastForward(4_000 * STRETCH);
}
