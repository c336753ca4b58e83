import type { Browser, Page } from '@playwright/test';
import { WHOLE_BROWSER } from '../support/camera.ts';
import { ALL, card, enableAll, moving, PATH, PLACE, shake } from '../support/dashboard.ts';
import { launchWith } from '../support/sensors.ts';
import { expect, test } from '../support/test.ts';

// Microphone and camera are asked for.
test.use({ launchOptions: WHOLE_BROWSER });

/** What the pages of sensors, balls and paint say, in full, where a browser can be brought to say it. */

const PHONE =
  'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';
const MOTION_GRANTS = ['accelerometer', 'gyroscope', 'magnetometer'];
const reason = (page: Page, name: string) => card(page, name).locator('[data-part=reason]');

const withoutClipboard = (page: Page) =>
  page.addInitScript(() => {
    Clipboard.prototype.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });

const PAGES = [
  {
    path: PATH,
    title: 'Sensor Dashboard',
    description: 'What this device and this browser can sense and say of themselves, read on the spot.',
    card: 'Everything a browser will tell about the device it runs on.',
    tags: ['Sensors', 'Device', 'Privacy'],
    date: 'Jun 30 2025',
  },
  {
    path: '/projects/333-balls',
    title: '333 Balls',
    description: 'Three hundred and thirty-three balls that fall where the phone tilts.',
    card: 'A tray of balls with gravity of your own making.',
    tags: ['Physics', 'Motion sensor'],
    date: 'Jun 23 2025',
  },
  {
    path: '/projects/monet-paint',
    title: 'Monet Paint',
    description: 'Swirling paint that flows with the tilt of the device.',
    card: 'Swirls of paint that run when the phone is tilted.',
    tags: ['Paint', 'Motion sensor'],
    date: 'Jul 14 2025',
  },
];

for (const { path, title, description } of PAGES) {
  test(`${path} describes itself to those who only list it`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', description);
    await expect(page).toHaveTitle(new RegExp(title));
  });
}

test('the cards of the three pages on the list of projects: title, words, tags, date', async ({ page }) => {
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

test('a compass in doubt says how to cure it: above 20 degrees, not at 20', async ({ page }) => {
  await page.goto(PATH);
  const point = (accuracy: number) =>
    page.evaluate(
      (degrees) =>
        window.dispatchEvent(
          Object.assign(new Event('deviceorientation'), { webkitCompassHeading: 90, webkitCompassAccuracy: degrees }),
        ),
      accuracy,
    );
  const doubt = card(page, 'compass').getByText('Doubtful: move the device in the shape of an eight.', { exact: true });
  // The page listens, and has heard nothing so far.
  await expect(card(page, 'compass')).toHaveAttribute('data-state', 'missing');
  await point(21);
  await expect(doubt).toBeVisible();
  await expect(card(page, 'compass').getByText('± 21°', { exact: true })).toBeVisible();
  await expect(card(page, 'compass').locator('[data-part=wind]')).toHaveText('E');
  await point(20);
  await expect(card(page, 'compass').getByText('± 20°', { exact: true })).toBeVisible();
  await expect(doubt).toHaveCount(0);
});

test('every drawing has a name, and every number of the level its words', async ({ site }) => {
  test.slow();
  const browser = await launchWith(['--use-fake-device-for-media-stream']);
  const context = await browser.newContext({ permissions: ALL, geolocation: PLACE });
  const page = await context.newPage();
  await moving(context, page, site.url);
  const level = card(page, 'orientation');
  await expect(level.getByRole('img', { name: 'Bubble level', exact: true })).toBeVisible();
  await expect(level.getByRole('img', { name: 'Model of this device as it is held', exact: true })).toBeVisible();
  await expect(level.getByText('Rim at 45°', { exact: true })).toBeVisible();
  await expect(level.getByText('This device', { exact: true })).toBeVisible();
  await expect(level.getByRole('term')).toHaveText(['Right edge raised', 'Top edge raised', 'Away from level']);
  await expect(card(page, 'compass').getByRole('img', { name: 'Compass', exact: true })).toBeVisible();
  for (const [name, title, scales] of [
    ['accelerometer', 'Accelerometer', ['±2 m/s²', '±12 m/s²', '±40 m/s²']],
    ['gyroscope', 'Gyroscope', ['±20 °/s', '±200 °/s', '±1000 °/s']],
  ] as const) {
    await expect(card(page, name).getByRole('table', { name: `${title}, the last 30 seconds`, exact: true })).toBeVisible();
    await expect(card(page, name).getByTitle('Standard deviation')).toHaveText('σ');
    const options = card(page, name)
      .getByRole('combobox', { name: `Scale of the ${title} chart` })
      .getByRole('option');
    for (const scale of scales) await expect(options.filter({ hasText: scale })).toHaveCount(1);
  }
  await enableAll(page);
  await expect(card(page, 'location')).toHaveAttribute('data-state', 'live');
  await expect(
    card(page, 'location').getByRole('img', { name: 'How sure the position is, and the heading', exact: true }),
  ).toBeVisible();
  const sound = card(page, 'sound');
  await expect(sound.getByRole('img', { name: 'Spectrum of the sound, low pitches on the left', exact: true })).toBeVisible();
  await expect(sound.getByRole('table', { name: 'Sound level, the last 30 seconds', exact: true })).toBeVisible();
  const scales = sound.getByRole('combobox', { name: 'Scale of the Sound level chart' }).getByRole('option');
  for (const scale of ['0 to 100 %', '0 to 25 %']) await expect(scales.filter({ hasText: scale })).toHaveCount(1);
  await expect(
    sound.getByText(
      'Percent is the mean of 128 pitch bins. dBFS counts down from the loudest the microphone can say; it is not calibrated to sound pressure.',
      { exact: true },
    ),
  ).toBeVisible();
  await browser.close();
});

test('diagnostics go to the clipboard, and that is said', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.goto(PATH);
  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(page.getByText('Diagnostics copied', { exact: true }).first()).toBeVisible();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText())) as { cards: object };
  expect(Object.keys(copied.cards)).toHaveLength(12);
});

test('where the clipboard is closed the page says so and shows them', async ({ page }) => {
  await withoutClipboard(page);
  await page.goto(PATH);
  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect(page.getByText('The clipboard is closed to this page. Copy from here:')).toBeVisible();
  const field = page.getByRole('textbox', { name: 'The clipboard is closed to this page. Copy from here:' });
  await expect(field).toHaveValue(/"permissions"/);
  // A field of this site, not the browser's own.
  await expect(field).toHaveCSS('border-radius', '16px');
  await expect(page.getByText('Diagnostics copied')).toHaveCount(0);
});

test('a position that does not come within ten seconds is still looked for', async ({ page }) => {
  await page.addInitScript(() => {
    const kept: { found?: PositionCallback } = {};
    Object.assign(window, { kept });
    Geolocation.prototype.watchPosition = (found, failed) => {
      kept.found = found;
      // A cast: the constructor of position errors is the browser's own.
      setTimeout(() => failed?.({ code: 3 } as GeolocationPositionError), 0);
      return 1;
    };
  });
  await page.goto(PATH);
  await page.getByRole('button', { name: 'Allow Location' }).click();
  await expect(reason(page, 'location')).toHaveText('No position within 10 seconds; still looking.');
  await expect(card(page, 'location').getByRole('button', { name: 'Look again Location' })).toBeVisible();
  await page.evaluate(() =>
    (globalThis as unknown as { kept: { found: (at: object) => void } }).kept.found({
      coords: { latitude: 1, longitude: 2, accuracy: 3, altitude: null, speed: null, heading: null },
    }),
  );
  await expect(card(page, 'location')).toHaveAttribute('data-state', 'live');
  await expect(reason(page, 'location')).toHaveCount(0);
});

test('a page that did not come over HTTPS says why it senses nothing', async ({ page }) => {
  // What browsers do to such a page: the flag is down, and the interfaces are gone.
  await page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false });
    for (const name of ['DeviceMotionEvent', 'DeviceOrientationEvent', 'AudioContext']) Reflect.deleteProperty(window, name);
    for (const name of ['mediaDevices', 'geolocation', 'getBattery']) Reflect.deleteProperty(Navigator.prototype, name);
  });
  await page.goto(PATH);
  for (const name of ['accelerometer', 'gyroscope', 'orientation', 'compass', 'sound', 'location', 'battery', 'brightness']) {
    await expect(reason(page, name), name).toHaveText(
      'This page did not come over HTTPS: browsers then keep their sensors to themselves.',
    );
  }
});

test('hidden for a minute it lets go of its sensors, and says so', async ({ browser, site }) => {
  const context = await browser.newContext({ permissions: ['geolocation'], geolocation: PLACE });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(site.url + PATH);
  await page.getByRole('button', { name: 'Allow Location' }).click();
  await expect(card(page, 'location')).toHaveAttribute('data-state', 'live');
  const turn = (state: 'hidden' | 'visible') =>
    page.evaluate((next) => {
      Object.defineProperty(document, 'visibilityState', { value: next, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await turn('hidden');
  await page.clock.fastForward(50_000);
  await expect(card(page, 'location')).toHaveAttribute('data-state', 'live');
  await page.clock.fastForward(11_000);
  await turn('visible');
  await expect(reason(page, 'location')).toHaveText('Stopped: this page was hidden for a minute. Tap to start it again.');
  await expect(card(page, 'location')).toHaveAttribute('data-state', 'tap');
  await context.close();
});

test('a sensor that falls silent is said to have done so', async ({ page }) => {
  await page.addInitScript(shake);
  await page.goto(PATH);
  await expect(card(page, 'accelerometer')).toHaveAttribute('data-state', 'live');
  // The events are the page's own: from here on none goes out.
  await page.evaluate(() => {
    window.dispatchEvent = () => true;
  });
  await expect(reason(page, 'accelerometer')).toHaveText('The sensor fell silent.');
  await expect(card(page, 'accelerometer').getByRole('button', { name: 'Look again Accelerometer' })).toBeVisible();
});

const UNDO = 'Refused for this site. To undo: open the site settings beside the address, allow';
test('a refusal says in full how to undo it', async ({ site }) => {
  test.slow();
  const browser: Browser = await launchWith(['--use-fake-device-for-media-stream']);
  const page = await (await browser.newContext({ permissions: [] })).newPage();
  await page.goto(site.url + PATH);
  await enableAll(page);
  const safari = 'On an iPhone, close this tab first: Safari remembers the answer until then.';
  for (const name of ['accelerometer', 'gyroscope', 'orientation', 'compass']) {
    await expect(reason(page, name), name).toHaveText(`${UNDO} motion sensors, then try again. ${safari}`);
  }
  await expect(reason(page, 'sound')).toHaveText(`${UNDO} the microphone, then try again.`);
  await expect(reason(page, 'location')).toHaveText(`${UNDO} location, then try again.`);
  await expect(card(page, 'sound').getByRole('button', { name: 'Try again Sound level' })).toBeVisible();
  await browser.close();
});

test('the dashboard’s own words, in full', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(PATH);
  await page.getByText('How it works').click();
  for (const words of [
    'Nothing leaves this device.',
    'Every reading stays in this page. It sends none of them anywhere, and forgets them when you go.',
    'Motion is paused: drawings stand still, numbers and recordings go on.',
    'A card is live when a value has truly arrived: a motion sensor within the last half second. That a browser has a function for something proves nothing, so none of the five states is concluded from it alone.',
    'Recordings hold each sample as the sensor gave it, with the time of its event, before zeroing and rounding: a CSV with units and measured rates, or the same as JSON. Speed is recorded in metres a second and shown in km/h. iPhones count acceleration with the opposite sign; it is shown as they give it.',
    'The camera is asked for and closed again at once: no card looks through it. Leaving the page, hiding it for a minute, or Stop all lets go of every sensor.',
    '“Unknown” means that this browser does not say; some keep an answer back, or round it, to make their users harder to tell apart.',
  ]) {
    await expect(page.getByText(words, { exact: true })).toBeVisible();
  }
  for (const [name, thing] of [
    ['temperature', 'the temperature'],
    ['humidity', 'the humidity'],
    ['proximity', 'the distance'],
  ] as const) {
    await expect(reason(page, name)).toHaveText(`No web API exists for this: no browser offers ${thing} to a page.`);
  }
  await expect(reason(page, 'pressure')).toHaveText(
    'No web API exists for this: no browser offers the air pressure to a page. A PressureObserver tells how busy the processor is, not the weather.',
  );
});

const EXHIBITS = [
  {
    path: '/projects/333-balls',
    button: 'ENABLE MOTION',
    missing: 'No motion sensor answers here, so the balls fall straight down.',
    keys: 'Drag balls, one with each finger, and throw them; click to burst, tilt or shake a phone. With the tray in focus: arrow keys push, Space bursts, S shakes, R starts again; H hides this placard.',
    how: 'Sixty times a second every ball falls by 0.2 pixels per tick squared, in eight slices, in up to sixteen where balls are fast. In each slice a grid finds the neighbours, overlaps are pushed apart, and what met fast parts again: two balls at 0.9 of their speed, ball and wall at 0.8. What the pushing gave too much is taken back, so energy never rises by itself, and a pile that rests for a second falls asleep.',
    rows: ['Tray', 'Work', 'Fastest', 'Gravity'],
  },
  {
    path: '/projects/monet-paint',
    button: 'ENABLE ACCELEROMETER',
    missing: 'No motion sensor answers here, so the paint flows by itself and follows your finger.',
    keys: 'Draw with a finger, with several, or with the mouse; tilt a phone. With the picture in focus: arrow keys push the paint, Space lays on a dab. P pauses, H hides this placard, R starts again.',
    how: 'A fluid carries pigment in small cells, and thousands of strokes are laid along its way: broad ones first, fine ones over them, each in the colour under it, a little broken. Every bristle leaves height, and light from the upper left falls on that. When the machine toils there are fewer strokes and fewer pixels; a saved picture has them all. Its colours were mixed for this page, and no painting was copied.',
    rows: ['Pace', 'Picture', 'Tilt'],
  },
];

for (const { path, button, missing, keys, how, rows } of EXHIBITS) {
  test(`${path}: its help in full, and the names of its readouts`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await page.getByText('How it works').click();
    await expect(page.getByText(keys, { exact: true })).toBeVisible();
    await expect(page.getByText(how, { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('term')).toHaveText(rows);
    await page.getByRole('button', { name: /^Details: / }).click();
    await expect(page.getByText(how, { exact: true })).toBeHidden();
  });

  for (const [what, permissions, words] of [
    ['refused', [], 'Motion was refused. Allow motion sensors in this site’s browser settings, then tap again.'],
    ['allowed where no sensor answers', MOTION_GRANTS, missing],
  ] as const) {
    test(`${path}: ${button} that is ${what} says so`, async ({ browser, site }) => {
      const context = await browser.newContext({
        userAgent: PHONE,
        viewport: { width: 390, height: 844 },
        reducedMotion: 'reduce',
        permissions: [...permissions],
      });
      const page = await context.newPage();
      await page.goto(site.url + path);
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByText(words, { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: button })).toBeVisible();
      await context.close();
    });
  }

  test(`${path}: where the clipboard is closed Share shows the address`, async ({ page }) => {
    await withoutClipboard(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByText('This page’s link', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(new RegExp(`^http.*${path}`)).first()).toBeVisible();
  });
}

test('saving says that it draws, and a file that could not be made says what to try', async ({ page }) => {
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
  await expect(status).toHaveText('Paint: a still: this browser has no WebGL 2 for paint that flows.');
  await page.getByRole('button', { name: 'Save PNG' }).click();
  await expect(status).toContainText(' Drawing the file…');
  await expect(page.getByRole('button', { name: 'Save PNG' })).toBeDisabled();
  await expect.poll(() => page.evaluate(() => 'fail' in globalThis)).toBe(true);
  await page.evaluate(() => (globalThis as unknown as { fail: () => void }).fail());
  await expect(status).toContainText(' The picture could not be saved. Try again, or save it in the window’s size.');
  await expect(page.getByRole('button', { name: 'Save PNG' })).toBeEnabled();
});
