import type { Page } from '@playwright/test';
import { WHOLE_BROWSER } from '../support/camera.ts';
import { PATH } from '../support/dashboard.ts';
import { expect, stopClock, test } from '../support/journey.ts';

test.use({ launchOptions: WHOLE_BROWSER });

/** The complete texts of the pages of sensors, balls and paint that need a browser. */

const closeClipboard = (page: Page) =>
  page.evaluate(() => {
    Clipboard.prototype.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });

const PAGES = [
  {
    path: PATH,
    title: 'Sensor Dashboard',
    card: 'Everything a browser will reveal about the device it runs on.',
    tags: ['Sensors', 'Device', 'Privacy'],
    date: 'Jun 30 2025',
  },
  {
    path: '/projects/333-balls',
    title: '333 Balls',
    card: 'A tray of balls with gravity of your own making.',
    tags: ['Physics', 'Motion sensor'],
    date: 'Jun 23 2025',
  },
  {
    path: '/projects/monet-paint',
    title: 'Monet Paint',
    card: 'Swirls of paint that run when the phone is tilted.',
    tags: ['Paint', 'Motion sensor'],
    date: 'Jul 14 2025',
  },
];

test('the cards of the three pages on the list of projects: title, text, tags, date', async ({ page }) => {
  await page.goto('/projects');
  for (const { path, title, card: words, tags, date } of PAGES) {
    const item = page.getByRole('main').getByRole('listitem').filter({ hasText: words });
    await expect(item.getByRole('heading', { name: title })).toBeVisible();
    await expect(item.getByText(words, { exact: true })).toBeVisible();
    await expect(item.getByText(date, { exact: true })).toBeVisible();
    await expect(item).toContainText(new RegExp(tags.join('\\s*[•·]\\s*')));
    await expect(item.getByRole('link').first()).toHaveAttribute('href', path);
  }
});

test('diagnostics are copied to the clipboard with a notification; without a clipboard the page shows them', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.goto(PATH);
  const copy = page.getByRole('button', { name: 'Copy diagnostics' });
  await expect(copy).toBeVisible();
  // A notification goes away by itself; while the clock is stopped it stays.
  await stopClock(page);
  await copy.click();
  await expect(page.getByText('Diagnostics copied', { exact: true }).first()).toBeVisible();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as { cards: object };
  expect(Object.keys(copied.cards)).toHaveLength(12);
  await closeClipboard(page);
  await copy.click();
  const field = page.getByRole('textbox', { name: 'This page cannot use the clipboard. Copy from here:' });
  await expect(field).toHaveValue(/"permissions"/);
  // A field of this site, not the browser's own.
  await expect(field).toHaveCSS('border-radius', '16px');
});

test('the dashboard’s own texts, in full', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(PATH);
  await page.getByText('How it works').click();
  for (const words of [
    'Nothing leaves this device.',
    'Every reading stays in this page. It sends none of them anywhere, and forgets them when you go.',
    'Motion is paused: drawings stand still, numbers and recordings go on.',
    'A card is live only if a value has arrived: for a motion sensor, within the last half second. A browser may have an API without a sensor behind it, so no state is based on the API alone.',
    'Recordings contain each sample as the sensor reported it, with the time of its event, before zeroing and rounding: a CSV with units and measured rates, or the same as JSON. Speed is recorded in meters per second and shown in km/h. iPhones report acceleration with the opposite sign; it is shown unchanged.',
    'The camera is requested and closed immediately: no card shows its image. Leaving the page, hiding it for a minute, or Stop all releases every sensor.',
    '“Unknown” means that this browser does not say; some withhold or round values to make their users harder to identify.',
  ]) {
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  }
});

const EXHIBITS = [
  {
    path: '/projects/333-balls',
    keys: 'Drag balls, one with each finger, and throw them; click to burst, tilt or shake a phone. With the tray in focus: arrow keys push, Space bursts, S shakes, R starts again; H hides this placard.',
    how: 'Sixty times a second every ball falls by 0.2 pixels per tick squared, in eight substeps, or up to sixteen where balls are fast. In each one a grid finds the neighbors, overlaps are pushed apart, and fast contacts bounce: two balls keep 0.9 of their speed, a ball at a wall 0.8. Energy that the pushing adds is removed again, so it never rises by itself, and a pile that rests for a second falls asleep.',
    rows: ['Tray', 'Work', 'Fastest', 'Gravity'],
  },
  {
    path: '/projects/monet-paint',
    keys: 'Draw with one finger, several, or the mouse; tilt a phone. With the picture in focus: arrow keys push the paint, Space adds a dab, Control or Command Z undoes a stroke, with Shift redoes it; P pauses, R starts again; H hides this placard.',
    how: 'A fluid carries pigment in small cells, and thousands of strokes follow its flow: broad ones first, fine ones over them, each in a slightly varied shade of the color beneath. Every bristle leaves relief, which is lit from the upper left. On a slow machine there are fewer strokes and fewer pixels; a saved picture has them all. The colors were mixed for this page, and no painting was copied.',
    rows: ['Pace', 'Picture', 'Tilt'],
  },
];

for (const { path, keys, how, rows } of EXHIBITS) {
  test(`${path}: its help in full, the names of its readouts, and its address if there is no clipboard`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await page.getByText('How it works').click();
    await expect(page.getByText(keys, { exact: true })).toBeVisible();
    await expect(page.getByText(how, { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('term')).toHaveText(rows);
    await closeClipboard(page);
    // A notification goes away by itself; while the clock is stopped it stays.
    await stopClock(page);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByText('This page’s link', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(new RegExp(`^http.*${path}`)).first()).toBeVisible();
    await page.getByRole('button', { name: /^Details: / }).click();
    await expect(page.getByText(how, { exact: true })).toBeHidden();
  });
}

test('while saving the page says that it is drawing, and after a failure what to try', async ({ page }) => {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...parts: unknown[]) {
      return parts[0] === 'webgl2' ? null : Reflect.apply(getContext, this, parts);
    } as typeof getContext;
    const write = () => new Promise<void>((_, reject) => Object.assign(window, { fail: () => reject(new Error('no room')) }));
    Object.assign(window, {
      CompressionStream: class {
        readonly readable = new ReadableStream();
        readonly writable = new WritableStream({ write });
      },
    });
  });
  await page.goto('/projects/monet-paint');
  const status = page.getByRole('status').filter({ hasText: 'Paint: ' });
  await expect(status).toHaveText('Paint: a still, because this browser lacks WebGL 2, which flowing paint needs.');
  await page.getByRole('button', { name: 'Save PNG' }).click();
  await expect(status).toContainText(' Drawing the file…');
  await expect(page.getByRole('button', { name: 'Save PNG' })).toBeDisabled();
  await expect.poll(() => page.evaluate(() => 'fail' in globalThis)).toBe(true);
  await page.evaluate(() => (globalThis as unknown as { fail: () => void }).fail());
  await expect(status).toContainText(' The picture could not be saved. Try again, or save it at the window’s size.');
  await expect(page.getByRole('button', { name: 'Save PNG' })).toBeEnabled();
});
