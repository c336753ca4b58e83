import type { Page } from '@playwright/test';
import { expect, expectNoViolations, fixDate, stopClock, test } from '../support/journey.ts';

/** The minute hand's image is tilted so that its corners reach farthest. */
const TILTED = new Date('2026-11-20T12:52:30.000+01:00');

const drawings = (page: Page) => page.getByRole('main').getByRole('img');
const fullScreen = (page: Page) => page.getByRole('button', { name: 'Full screen', exact: true });
const leave = (page: Page) => page.getByRole('button', { name: 'Exit full screen' });

/** In full screen the clock's own background reaches from edge to edge, and its controls can be pressed. */
async function expectFillsScreen(page: Page): Promise<void> {
  await expect(leave(page)).toBeVisible();
  await page.getByRole('button', { name: 'Pause motion' }).click({ trial: true });
  await leave(page).click({ trial: true });
  const edges = await drawings(page)
    .first()
    .evaluate((drawing) => {
      const middle = window.innerHeight / 2;
      return [1, window.innerWidth - 20].map((x) => {
        const under = document.elementFromPoint(x, middle);
        return under?.contains(drawing) === true && getComputedStyle(under).backgroundColor !== 'rgba(0, 0, 0, 0)';
      });
    });
  expect(edges).toEqual([true, true]);
}

/** The scroll positions at which something covers the visible part of the button. */
const coveredAt = (page: Page) =>
  fullScreen(page).evaluate((button) => {
    const frames = [...document.querySelectorAll<HTMLElement>('main *')].filter((one) => one.contains(button));
    const frame = frames.find((one) => getComputedStyle(one).overflowY === 'auto') ?? document.documentElement;
    const places: number[] = [];
    for (let top = 0; top <= frame.scrollHeight - frame.clientHeight; top += 8) {
      frame.scrollTop = top;
      const box = button.getBoundingClientRect();
      const bottom = Math.min(box.bottom, frame.getBoundingClientRect().bottom);
      if (bottom - box.top < 4) continue;
      const hit = document.elementFromPoint(box.left + box.width / 2, (box.top + bottom) / 2);
      if (!button.contains(hit)) places.push(top);
    }
    return places;
  });

/** Words that Pause motion covers. */
const wordsUnderPause = (page: Page) =>
  page.getByRole('button', { name: 'Pause motion' }).evaluate((button) => {
    const pill = button.getBoundingClientRect();
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    const covered: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = document.createRange();
      words.selectNodeContents(node);
      for (const { left, right, top, bottom } of words.getClientRects()) {
        const isCovered = right > pill.left && left < pill.right && bottom > pill.top && top < pill.bottom;
        if (isCovered && node.textContent?.trim()) covered.push(node.textContent);
      }
    }
    return covered;
  });

test('on the first screen of a phone and a tablet Pause motion covers none of a clock’s words; the time is on that screen', async ({
  page,
}) => {
  for (const path of ['/projects/analog-clock', '/projects/trump-clock']) {
    await page.goto(path);
    await expect(page.getByRole('main').locator('time')).toBeVisible();
    for (const [width, height] of [
      [390, 844],
      [390, 750],
      [820, 1180],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.soft.poll(() => wordsUnderPause(page), `${path}, ${width}x${height}`).toEqual([]);
      if (height > 800) await expect.soft(page.getByRole('main').locator('time')).toBeInViewport({ ratio: 1 });
    }
  }
});

test('a sweeping hand can point between two seconds, but not with reduced motion; full screen persists on the way to another exhibit, where Share shows its notification and a button leaves full screen', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.goto('/projects/analog-clock');
  const drawing = drawings(page);
  const sweeps = page.getByRole('switch', { name: 'Sweeping second hand' });
  await expect(sweeps).not.toBeChecked();
  await expect(drawing).toHaveAttribute('data-step', 'tick');
  await sweeps.check();
  await expect(drawing).toHaveAttribute('data-step', 'sweep');
  const isFractional = () =>
    drawing.evaluate((svg) => {
      const hand = [...svg.querySelectorAll('g')].find((group) => getComputedStyle(group).transitionDuration === '1s');
      const { a, b } = new DOMMatrix(hand ? getComputedStyle(hand).transform : undefined);
      const seconds = Math.atan2(b, a) / (Math.PI / 30);
      return Math.abs(seconds - Math.round(seconds)) > 0.05;
    });
  await expect.poll(isFractional, { intervals: [130] }).toBe(true);

  await fullScreen(page).click();
  await expectFillsScreen(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Projects' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Golf Clock' }).first().click();
  await expect(page).toHaveURL('/projects/golf-clock');
  await expect(drawing).toHaveAccessibleName(/^Golf clock showing/);
  await expectFillsScreen(page);
  // A notification disappears by itself, but not while the clock is stopped.
  await stopClock(page);
  await page.getByRole('button', { name: 'Share' }).click();
  const toast = page.getByText('Link copied', { exact: true }).first();
  await expect(toast).toBeVisible();
  expect(await toast.evaluate((one) => document.fullscreenElement?.contains(one))).toBe(true);
  await page.clock.resume();
  // A draft, which is not in the list of projects.
  await page.evaluate(() => {
    window.history.pushState(null, '', '/projects/trump-clock');
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await expect(drawing).toHaveAccessibleName(/^Satire clock showing/);
  await expectFillsScreen(page);
  await leave(page).click();
  // The control that the visitor used is still visible.
  await expect(fullScreen(page)).toBeInViewport();
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/projects/analog-clock');
  await page.getByRole('button', { name: 'Resume motion' }).click();
  await sweeps.check();
  await expect(drawing).toHaveAttribute('data-step', 'tick');
});

test('all clocks fill the screen; one on its own page fills the window, even if the browser refuses full screen, and its controls are uncovered at any scroll position', async ({
  page,
}) => {
  await page.goto('/projects/clocks?tz=Asia/Kolkata');
  await fullScreen(page).click();
  await expectFillsScreen(page);
  await leave(page).click();
  await page.getByRole('link', { name: 'RADAR TIME on a page of its own' }).click();
  await expect(page).toHaveURL(/clock=radar/);
  const drawing = drawings(page);
  // The address changes before the page does.
  await expect(drawing).toHaveCount(1);
  await expect(drawing).toHaveAccessibleName(/^Radar time showing/);
  await page.evaluate(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('refused'));
  });
  await fullScreen(page).click();
  await expect(fullScreen(page)).toBeVisible();
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(drawing).toBeInViewport({ ratio: 1 });
    await expectNoViolations(page);
    expect(await coveredAt(page)).toEqual([]);
  }
  await page.getByRole('link', { name: 'All clocks' }).click();
  await expect(drawing).toHaveCount(6);
});

test('nothing covers the golf clock’s controls on a phone and on a laptop; nothing shifts on pausing; its placard can be hidden', async ({
  page,
}) => {
  await fixDate(page, TILTED);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/projects/golf-clock');
  const main = page.getByRole('main');
  const details = main.getByRole('button', { name: 'Details: Golf Clock' });
  const sweeps = main.getByRole('switch', { name: 'Sweeping second hand' });
  const expectUncovered = async (width: number) => {
    await sweeps.click({ trial: true });
    await fullScreen(page).click({ trial: true });
    await page.getByRole('button', { name: 'Pause motion' }).click({ trial: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  };
  // In a narrow window it opens collapsed.
  await expect(details).toHaveAttribute('aria-expanded', 'false');
  await expect(sweeps).toBeHidden();
  for (const [width, height] of [
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await main.getByRole('link', { name: 'Go home' }).click({ trial: true });
    await details.click();
    await expectUncovered(width);
    await details.click();
  }

  // With large text the button is clear without scrolling.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.evaluate(() => {
    // Unlike the visitor's default font size, this leaves em in media queries as it is.
    document.documentElement.style.fontSize = '200%';
    window.scrollTo(0, 0);
  });
  const home = (await main.getByRole('link', { name: 'Go home' }).boundingBox())!;
  for (const fixed of [
    main.getByRole('region', { name: 'Golf Clock' }),
    page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }),
    page.getByRole('button', { name: 'Pause motion' }),
  ]) {
    expect.soft(home.y + home.height, `${fixed}`).toBeLessThanOrEqual((await fixed.boundingBox())!.y);
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));

  // Whether the placard is collapsed depends on the width at which the page opens.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await main.getByRole('link', { name: 'Go home' }).click({ trial: true });
  await expect(details).toHaveAttribute('aria-expanded', 'true');
  await expectUncovered(1440);
  const clock = page.getByRole('img', { name: /^Golf clock/ });
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    const before = await clock.boundingBox();
    await page.getByRole('button', { name: 'Pause motion' }).click();
    const words = page.getByText('Paused: the clock stands still at the moment shown.');
    await expect(words).toBeVisible();
    expect(await clock.boundingBox()).toEqual(before);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
    const box = await words.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height - 16);
    await page.getByRole('button', { name: 'Resume motion' }).click();
  }

  await page.getByText('How it works').click();
  await expect(page.getByText(/The wood is the hour, the iron the minute/)).toBeVisible();
  const title = page.getByRole('heading', { level: 2, name: 'Golf Clock' });
  await page.keyboard.press('h');
  await expect(title).toBeHidden();
  await page.keyboard.press('h');
  await expect(title).toBeVisible();
});
