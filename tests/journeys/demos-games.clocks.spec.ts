import type { Page } from '@playwright/test';
import words from '../../apps/demos-games/content/satire-clock.json' with { type: 'json' };
import { expect, expectFitsPhone, expectNoViolations, installClock, test } from '../support/journey.ts';

/** Some time before the moment at which the test stops the clock, which runs while the page opens, however long that takes. */
const BEFORE = new Date('2026-11-20T09:00:00.000+01:00');
const AT_59 = new Date('2026-11-20T10:08:59.500+01:00');

const drawings = (page: Page) => page.getByRole('main').getByRole('img');

/** Hour, minute and second of each drawing in degrees, as the page's style sheets turn them. */
const angles = (page: Page) =>
  drawings(page).evaluateAll((all) =>
    all.map((drawing) =>
      ['--hour', '--minute', '--second'].map((name) =>
        Number((Number.parseFloat(getComputedStyle(drawing).getPropertyValue(name)) % 360).toFixed(3)),
      ),
    ),
  );

/** By the specification: 6 degrees per second; 6 per minute and 0.1 per second; 30 per hour and 0.5 per minute. */
const AT_10_08_59 = [304, 53.9, 354];
const AT_10_09_00 = [304.5, 54, 0];
/** The same moments in Kolkata and in New York. */
const AT_2_38_59 = [79, 233.9, 354];
const AT_2_39_00 = [79.5, 234, 0];
const AT_4_08_59 = [124, 53.9, 354];
const AT_4_09_00 = [124.5, 54, 0];

/** What the first drawing says before and after one second. */
interface Shown {
  readonly before: string;
  readonly after: string;
}
const IN_PARIS: Shown = { before: '10:08:59 AM', after: '10:09:00 AM' };
const IN_KOLKATA: Shown = { before: '2:38:59 PM', after: '2:39:00 PM' };
const withoutSeconds = (time: string) => time.replace(/:\d\d /, ' ');

async function open(page: Page, path: string, heading: string, count: number, { before } = IN_PARIS): Promise<void> {
  await installClock(page, BEFORE);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(drawings(page)).toHaveCount(count);
  await expectNoViolations(page);
  await page.clock.pauseAt(AT_59);
  await expect(drawings(page).first()).toHaveAccessibleName(new RegExp(` showing ${withoutSeconds(before)}$`));
}

/** A second passes; when paused, the clock stops; when resumed, it is right at once; the switch makes the hand sweep. */
async function expectTicks(
  page: Page,
  expected: readonly (readonly number[])[],
  next: readonly (readonly number[])[],
  { hasDigits = false, shown = IN_PARIS } = {},
) {
  const drawing = drawings(page).first();
  const time = page.getByRole('main').locator('time');
  if (hasDigits) await expect(time).toHaveText(shown.before);
  expect(await angles(page)).toEqual(expected);
  await page.clock.runFor(1_000);
  expect(await angles(page)).toEqual(next);
  await expect(drawing).toHaveAccessibleName(new RegExp(` showing ${withoutSeconds(shown.after)}$`));
  await page.getByRole('button', { name: 'Pause motion' }).click();
  await expect(page.getByRole('button', { name: 'Resume motion' })).toBeVisible();
  await expect(drawing).toHaveAttribute('data-step', 'set');
  await expect(page.getByRole('main')).toContainText(/Paused: the clocks? stands? still at the moment shown\./);
  await page.clock.runFor(1_000);
  expect(await angles(page)).toEqual(next);
  if (hasDigits) await expect(time).toHaveText(shown.after);
  await page.getByRole('button', { name: 'Resume motion' }).click();
  await expect.poll(() => angles(page)).not.toEqual(next);
  await page.clock.runFor(1_000);
  if (hasDigits) await expect(time).not.toHaveText(shown.after);
  await expect(drawing).toHaveAttribute('data-step', 'tick');
  await page.getByRole('switch', { name: 'Sweeping second hand' }).check();
  await page.clock.runFor(1_000);
  await expect(drawing).toHaveAttribute('data-step', 'sweep');
}

test('/projects/analog-clock shows the current second, pauses and sweeps', async ({ page }) => {
  await open(page, '/projects/analog-clock', 'Analog Clock', 1);
  await expect(page.getByRole('img', { name: 'Analog clock showing 10:08 AM' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Europe/Paris');
  await expectTicks(page, [AT_10_08_59], [AT_10_09_00], { hasDigits: true });
  await expectFitsPhone(page);
});

test('/projects/trump-clock shows the time with the wording of its content file, pauses and sweeps', async ({ page }) => {
  await open(page, '/projects/trump-clock', 'Satire Clock', 1);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByRole('img', { name: 'Satire clock showing 10:08 AM' })).toBeVisible();
  const main = page.getByRole('main');
  // Each boast is shown for one minute, in turn.
  for (const text of [words.slogan, words.hourBoast.replace('{hour}', '10'), words.boasts[608 % words.boasts.length] ?? '']) {
    await expect(main).toContainText(text);
  }
  await expect(main).toContainText(words.smallPrint);
  await expectTicks(page, [AT_10_08_59], [AT_10_09_00]);
  await expectFitsPhone(page);
});

test('/projects/clocks shows six clocks, New York’s in its own zone and the others in the zone that the address names', async ({
  page,
}) => {
  // A smaller window makes each second cheaper to paint.
  await page.setViewportSize({ width: 800, height: 500 });
  await open(page, '/projects/clocks?tz=Asia/Kolkata', 'Clocks', 6, IN_KOLKATA);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'RADAR TIME',
    'GEOMETRIC TIME',
    'DRY FLUID TIME',
    'FLUID TIME',
    'NEW YORK TIME',
    'ANALOG CLOCK',
  ]);
  await expect(page.getByRole('main')).toContainText('Asia/Kolkata');
  await expect(page.getByRole('img', { name: / 2:38 PM$/ })).toHaveCount(5);
  await expect(page.getByRole('img', { name: 'New York time showing 4:08 AM' })).toBeVisible();
  const six = (five: readonly number[], newYork: readonly number[]) => [five, five, five, five, newYork, five];
  const [expected, next] = [six(AT_2_38_59, AT_4_08_59), six(AT_2_39_00, AT_4_09_00)];
  await expectTicks(page, expected, next, { hasDigits: true, shown: IN_KOLKATA });
  await expectFitsPhone(page);
});

test('/projects/golf-clock fills a black window with images, and its round button links to the home page', async ({ page }) => {
  // Its placard fits into a window of this height.
  await page.setViewportSize({ width: 1280, height: 720 });
  await open(page, '/projects/golf-clock', 'Golf Clock', 1);
  const clock = page.getByRole('img', { name: 'Golf clock showing 10:08 AM' });
  await expect
    .poll(() => clock.locator('img').evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth > 0)))
    .toEqual([true, true, true, true]);
  const ground = await clock.evaluate(({ parentElement }) => {
    if (!parentElement) throw new Error('the clock has no parent element');
    const { x, y, width, height } = parentElement.getBoundingClientRect();
    return [getComputedStyle(parentElement).backgroundColor, x, y, width, height];
  });
  expect(ground).toEqual(['rgb(0, 0, 0)', 0, 0, page.viewportSize()?.width, page.viewportSize()?.height]);
  await expectTicks(page, [AT_10_08_59], [AT_10_09_00]);
  await expectFitsPhone(page);
  // At that size the page opens with its placard collapsed; after a resize the open placard covers the button.
  await page.setViewportSize({ width: 1280, height: 720 });
  const home = page.getByRole('link', { name: 'Go home' });
  await expect(home).toHaveCSS('border-radius', '50%');
  await home.click();
  await expect(page).toHaveURL('/');
});
