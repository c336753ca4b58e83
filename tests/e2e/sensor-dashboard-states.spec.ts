import type { Page } from '@playwright/test';
import { fakeCameras, launchWith } from '../support/camera.ts';
import { card as cardOf, enableAll, PATH, PLACE } from '../support/dashboard.ts';
import { expect, test } from '../support/journey.ts';
import { setFontSize } from '../support/large-text.ts';

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
    await expect.soft(item, name).toHaveAttribute('data-granted', 'false');
  }
}

/** Content that scrolls under the permissions does not show through, and focused elements stay above. */
async function expectBarBelow(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  const bar = page.locator('footer[aria-label=Permissions]');
  // On a phone the bar's own background continues above its list, behind Pause motion.
  const reserved = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--bottom-bar'));
  const room = async () => height - ((await bar.getByRole('list').boundingBox())?.y ?? 0);
  await expect.poll(async () => Number.parseFloat(await reserved()) - (await room())).toBeCloseTo(0, 0);
  const box = await bar.getByRole('list').boundingBox();
  const whole = await bar.boundingBox();
  // Down to the window's edge, with an opaque background.
  expect((whole?.y ?? 0) + (whole?.height ?? 0)).toBe(height);
  expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).toMatch(/^rgb\(/);
  const buttons = page.getByRole('button', { name: 'Look again' });
  await expect(buttons.first()).toBeVisible();
  // Pause motion is above the bar, once it has glided there after the window changed.
  const pause = page.getByRole('button', { name: 'Pause motion' });
  const edges = async () => {
    const place = await pause.boundingBox();
    return { top: place?.y ?? 0, bottom: (place?.y ?? 0) + (place?.height ?? 0) };
  };
  await expect.poll(async () => (await edges()).bottom).toBeLessThanOrEqual(box?.y ?? 0);
  for (const button of [buttons.first(), buttons.last()]) {
    // Half behind the bar, if the page is long enough.
    await button.evaluate((element, foot) => {
      element.blur();
      const shown = element.getBoundingClientRect();
      window.scrollBy(0, (shown.top + shown.bottom) / 2 - foot);
    }, box?.y ?? 0);
    await button.focus();
    const gap = async () => {
      const place = await button.boundingBox();
      return (await edges()).top - (place?.y ?? 0) - (place?.height ?? 0);
    };
    // The browser may still be scrolling to it, and Pause motion may still be gliding.
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
  }
}

/** The recorder's dot is round, and its number of samples is inside its card. */
async function expectRecorderWhole(page: Page, where: string): Promise<void> {
  const faults = () =>
    page.getByRole('region', { name: 'Recorder' }).evaluate((recorder) => {
      const boxOf = (selector: string) => recorder.querySelector(selector)!.getBoundingClientRect();
      const [dot, count] = [boxOf('[aria-hidden=true]'), boxOf('[data-part=count]')];
      return {
        beyond: Math.max(0, Math.round(count.right - recorder.getBoundingClientRect().right)),
        squashed: Math.round(dot.height - dot.width),
      };
    });
  await expect.soft.poll(faults, `${where}: the recorder`).toEqual({ beyond: 0, squashed: 0 });
}

/**
 * At any font size no entry is wider than its column, Pause motion covers only text that scrolls away with the page, and the recorder
 * fits its card.
 */
async function expectReadableAtAnySize(page: Page): Promise<void> {
  const bar = page.locator('footer[aria-label=Permissions]');
  for (const [width, height, size] of [
    [390, 844, 16],
    [390, 844, 24],
    [390, 844, 32],
    [820, 1180, 32],
  ] as const) {
    const where = `${width} px, font size ${size}`;
    await page.setViewportSize({ width, height });
    await setFontSize(page, size);
    await expectRecorderWhole(page, where);
    const overlaps = () =>
      bar.getByRole('listitem').evaluateAll((items) => {
        const boxes = items.map((item) => {
          const words = document.createRange();
          words.selectNodeContents(item);
          return words.getBoundingClientRect();
        });
        return boxes.filter((one, at) =>
          boxes
            .slice(at + 1)
            .some(
              (other) => one.right > other.left && one.left < other.right && one.bottom > other.top && one.top < other.bottom,
            ),
        ).length;
      });
    await expect.soft.poll(overlaps, `${where}: entries that overlap`).toBe(0);
    const readable = () => bar.evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(await readable(), `${where}: pixels beyond the bar`).toBeLessThanOrEqual(0);
    // On a phone with large text the bar scrolls with the page.
    const isSticky = await bar.evaluate((element) => getComputedStyle(element).position === 'sticky');
    expect(isSticky, where).toBe(width / size >= 20);
    if (!isSticky) continue;
    const pause = page.getByRole('button', { name: 'Pause motion' });
    const gaps = async () => {
      const [foot, list, pill] = await Promise.all([bar.boundingBox(), bar.getByRole('list').boundingBox(), pause.boundingBox()]);
      if (!foot || !list || !pill) return 'not shown';
      return pill.y + 1 >= foot.y && pill.y + pill.height <= list.y ? 'between' : JSON.stringify({ foot, list, pill });
    };
    await expect.soft.poll(gaps, `${where}: Pause motion is on the bar's background, above its entries`).toBe('between');
  }
  await setFontSize(page, 16);
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
  await expectReadableAtAnySize(page);

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
