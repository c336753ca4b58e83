import type { Page } from '@playwright/test';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { card as cardOf, enableAll, PATH, PLACE } from '../support/dashboard.ts';
import { expect, test } from '../support/journey.ts';

// `sensor-dashboard-readings.spec.ts` allows everything; `card-state.test.ts` and the page's unit tests cover every other state.
test.use({ launchOptions: launchWith(fakeCameras(2)), geolocation: PLACE });

const WORDS = {
  live: 'Live',
  tap: 'Tap to allow',
  blocked: 'Blocked',
  missing: 'No such sensor here',
  unsupported: 'Not supported by this browser',
} as const;
type State = keyof typeof WORDS;

const STEADY = {
  temperature: 'unsupported',
  pressure: 'unsupported',
  humidity: 'unsupported',
  proximity: 'unsupported',
  brightness: 'unsupported',
  battery: 'live',
} as const;
const motion = (state: State) => ({ accelerometer: state, gyroscope: state, orientation: state, compass: state }) as const;

async function expectStates(page: Page, states: Readonly<Record<string, State>>, permission: string): Promise<void> {
  const cards: Readonly<Record<string, State>> = { ...STEADY, ...states };
  // What is wrong with each card, read in one call, because it is the round trip to the page that takes time.
  const faults = () =>
    page.locator('[data-card]').evaluateAll(
      (all, [wanted, words]) =>
        all.flatMap((one) => {
          const { card = '', state = '' } = (one as HTMLElement).dataset;
          const said = [...one.querySelectorAll('[data-part=state]')].map(({ textContent }) => textContent).join();
          const reason = one.querySelector('[data-part=reason]')?.textContent;
          const isReasonRight = state === 'live' ? reason === undefined : /\S.*\.$/.test(reason ?? '');
          const saysHowToUndo = state !== 'blocked' || reason?.includes('To undo: open the site settings') === true;
          const isRight = state === wanted[card] && said === words[wanted[card]] && isReasonRight && saysHowToUndo;
          return isRight ? [] : [`${card}: ${state}, “${said}”, ${reason}`];
        }),
      [cards, WORDS] as const,
    );
  await expect(page.locator('[data-card]')).toHaveCount(Object.keys(cards).length);
  await expect.poll(faults).toEqual([]);
  for (const name of ['motion', 'audio', 'camera', 'location']) {
    const item = page.locator(`[data-permission=${name}]`);
    await expect.soft(item, name).toContainText(permission);
    await expect.soft(item, name).toContainText('✗');
  }
}

/** Content that scrolls under the permissions does not show through, and focused elements stay above. */
async function expectBarBelow(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  const bar = page.locator('footer[aria-label=Permissions]');
  const reserved = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--bottom-bar'));
  await expect.poll(async () => Number.parseFloat(await reserved())).toBeCloseTo((await bar.boundingBox())?.height ?? 0, 0);
  const box = await bar.boundingBox();
  // Down to the window's edge, with an opaque background.
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(height);
  expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).toMatch(/^rgb\(/);
  const buttons = page.getByRole('button', { name: 'Look again' });
  await expect(buttons.first()).toBeVisible();
  // Pause motion is above the bar.
  const pause = await page.getByRole('button', { name: 'Pause motion' }).boundingBox();
  expect((pause?.y ?? 0) + (pause?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
  for (const button of [buttons.first(), buttons.last()]) {
    // Half behind the bar, if the page is long enough.
    await button.evaluate((element, foot) => {
      element.blur();
      const shown = element.getBoundingClientRect();
      window.scrollBy(0, (shown.top + shown.bottom) / 2 - foot);
    }, box?.y ?? 0);
    await button.focus();
    const bottom = async () => {
      const place = await button.boundingBox();
      return (place?.y ?? 0) + (place?.height ?? 0);
    };
    // The browser may still be scrolling to it.
    await expect.poll(bottom).toBeLessThanOrEqual(pause?.y ?? 0);
  }
}

test('before any tap a browser without motion sensors shows what is missing, what is unsupported and what waits for a tap, above the permissions bar; a compass says if it is inaccurate; if permission is refused, every card says how to undo that', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PATH);
  await expectStates(page, { ...motion('missing'), sound: 'tap', location: 'tap' }, 'not asked yet');
  await expectBarBelow(page, 390, 844);
  await expectBarBelow(page, 1440, 900);

  const point = (accuracy: number) =>
    page.evaluate(
      (degrees) =>
        window.dispatchEvent(
          Object.assign(new Event('deviceorientation'), { webkitCompassHeading: 90, webkitCompassAccuracy: degrees }),
        ),
      accuracy,
    );
  const compass = cardOf(page, 'compass');
  const doubt = compass.getByText('Inaccurate: move the device in a figure eight.', { exact: true });
  // Above 20 degrees, not at 20.
  await point(21);
  await expect(doubt).toBeVisible();
  await expect(compass.getByText('± 21°', { exact: true })).toBeVisible();
  await expect(compass.locator('[data-part=wind]')).toHaveText('E');
  await point(20);
  await expect(compass.getByText('± 20°', { exact: true })).toBeVisible();
  await expect(doubt).toHaveCount(0);

  // From now on every permission is refused.
  await context.grantPermissions([]);
  await page.reload();
  await enableAll(page);
  await expectStates(page, { ...motion('blocked'), sound: 'blocked', location: 'blocked' }, 'refused');
  await page.getByRole('link', { name: 'Privacy' }).click();
  await expect(page.locator('footer[aria-label=Permissions]')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.style.getPropertyValue('--bottom-bar'))).toBe('');
});
