import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { EXHIBITS } from '@site/contracts';
import { expectAccessibleInAllColours } from '../support/accessible.ts';
import { listPages, listPictures, sharePicture, stubPictures } from '../support/gallery.ts';
import { expect, test } from '../support/test.ts';

const PATH = '/projects/kaleidoscope-gallery';
const API = '**/api/kaleidoscope-submissions';

const tiles = (page: Page) => page.getByRole('main').locator('li[aria-posinset] button');
const lightbox = (page: Page) => page.getByRole('dialog', { name: 'Picture' });

test('an empty gallery says so and leads to the cameras; /projects/cameras leads to it; it may be indexed', async ({
  ownSite: { url },
  page,
}) => {
  await page.goto(`${url}/projects/cameras`);
  await page.getByRole('link', { name: 'View Gallery' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gallery');
  await expect(page.getByRole('heading', { name: 'The walls are empty' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Take a picture' })).toHaveAttribute('href', '/projects/cameras');
  await page.getByRole('radio', { name: 'Honeycombs' }).check();
  await expect(page.getByRole('heading', { name: 'None of this kind yet' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Statistics' })).toHaveCount(0);
  await page.goto(`${url}${PATH}`);
  await expect(page.getByRole('heading', { name: 'The walls are empty' })).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
});

test('pictures stand newest first, by kind, with their numbers; the lightbox has arrows, Escape and the file', async ({
  ownSite: { url },
  page,
}) => {
  const shared = [];
  for (const [n, exhibit] of EXHIBITS.entries())
    shared.push(await sharePicture(url, n + 1, exhibit, [33, 20, 100, 100, 12, 80, 113][n]!));
  await page.goto(url + PATH);
  await expect(tiles(page)).toHaveCount(7);
  const sources = await tiles(page)
    .locator('img')
    .evaluateAll((all) => all.map((one) => new URL((one as HTMLImageElement).src).pathname));
  expect(sources).toEqual(shared.toReversed().map(({ thumbnailUrl }) => thumbnailUrl));
  await expect(page.getByText('That is all: 7 pictures.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Statistics' }).getByRole('listitem')).toHaveText([
    '7 pictures that visitors shared',
    '458 photos in all of them',
    '65.4 photos a picture',
  ]);
  await expect(tiles(page).first()).toHaveAccessibleName(/^Hybrid tessellation of 113 photos, \d+ \w+ \d{4}$/);

  await tiles(page).nth(2).click();
  await expect(lightbox(page).getByText('3 of 7', { exact: true })).toBeVisible();
  await expect(lightbox(page).locator('img[data-status=shown]')).toHaveAttribute('src', shared[4]!.imageUrl);
  await page.keyboard.press('ArrowRight');
  await expect(lightbox(page).getByText('4 of 7', { exact: true })).toBeVisible();
  await expect(lightbox(page).locator('img')).toHaveAttribute('src', shared[3]!.imageUrl);
  await lightbox(page).getByRole('button', { name: 'Previous' }).click();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(lightbox(page).getByText('1 of 7', { exact: true })).toBeVisible();
  await expect(lightbox(page).getByRole('button', { name: 'Previous' })).toBeDisabled();
  // Another browser's picture is not this one's to remove.
  await expect(lightbox(page).getByRole('button', { name: 'Remove from gallery' })).toHaveCount(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    lightbox(page).getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`garden-${shared[6]!.id}.jpg`);
  const file = await readFile(await download.path());
  expect(file.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  await page.keyboard.press('Escape');
  await expect(lightbox(page)).toHaveCount(0);
  // The focus is on the picture that was open last.
  await expect(tiles(page).first()).toBeFocused();

  await page.getByRole('radio', { name: 'Honeycombs' }).check();
  await expect(tiles(page)).toHaveCount(1);
  await expect(page).toHaveURL(`${url}${PATH}?kind=hexagon`);
  await expect(tiles(page)).toHaveAccessibleName(/^Honeycomb of 100 photos/);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Honeycombs' })).toBeChecked();
  await expect(tiles(page)).toHaveCount(1);
});

test('on a phone the chosen kind is in sight, and the ring of its focus is whole', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await stubPictures(page, 8, EXHIBITS);
  const chosen = page.locator('label').filter({ has: page.getByRole('radio', { checked: true }) });
  for (const kind of [EXHIBITS.at(-1), EXHIBITS[2]]) {
    await page.goto(`${PATH}?kind=${kind}`);
    await expect(chosen).toBeInViewport({ ratio: 1 });
    const row = await chosen.evaluate((one) => {
      const [outer, inner] = [one.parentElement!.getBoundingClientRect(), one.getBoundingClientRect()];
      return [inner.left - outer.left, outer.right - inner.right, inner.top - outer.top, outer.bottom - inner.bottom];
    });
    for (const room of row) expect(room).toBeGreaterThanOrEqual(6);
  }
});

test('more than a page of pictures comes by cursor while the window goes down, each once and in order', async ({
  ownSite: { url },
  page,
}) => {
  test.slow();
  // Three at a time: the server turns away more than it can work on.
  for (let n = 1; n <= 105; n += 3) {
    await Promise.all([n, n + 1, n + 2].map((seed) => sharePicture(url, seed, 'squares', 100)));
  }
  const [newest, oldest] = await listPages(url);
  const shared = [...newest!, ...oldest!].map(({ id }) => id);
  const lists: string[] = [];
  page.on('request', (request) => {
    if (/submissions(\?|$)/.test(request.url())) lists.push(new URL(request.url()).search);
  });
  await page.setViewportSize({ width: 820, height: 600 });
  await page.goto(url + PATH);
  await expect(tiles(page).first()).toBeVisible();
  expect(lists).toEqual(['']);
  const seen = new Map<number, string>();
  await expect
    .poll(
      async () => {
        const now = await page
          .locator('li[aria-posinset]')
          .evaluateAll((all) =>
            all.map(
              (one) =>
                [
                  Number(one.getAttribute('aria-posinset')),
                  one.querySelector('img')?.getAttribute('src')?.split('/')[3] ?? '',
                ] as const,
            ),
          );
        for (const [place, id] of now) seen.set(place, id);
        await page.mouse.wheel(0, 500);
        return seen.size;
      },
      { intervals: [50] },
    )
    .toBe(105);
  expect([...seen.entries()].toSorted(([a], [b]) => a - b).map(([, id]) => id)).toEqual(shared);
  await expect(page.getByText('That is all: 105 pictures.')).toBeVisible();
  expect(lists).toHaveLength(2);
  expect(lists[1]).toMatch(/^\?cursor=/);
});

test('a picture of this browser can be removed after a question, and is gone for everyone', async ({
  ownSite: { url },
  page,
}) => {
  const [mine, other] = [await sharePicture(url, 1, 'collage', 20), await sharePicture(url, 2, 'collage', 20)];
  await page.addInitScript(
    (tokens) => localStorage.setItem('gallery-delete-tokens', tokens),
    JSON.stringify({ [mine.id]: mine.deleteToken }),
  );
  await page.goto(url + PATH);
  await tiles(page).nth(1).click();
  await lightbox(page).getByRole('button', { name: 'Remove from gallery' }).click();
  await expect(
    lightbox(page).getByText('You made this picture. Remove it for everyone? It cannot be brought back.'),
  ).toBeVisible();
  await lightbox(page).getByRole('button', { name: 'Keep it' }).click();
  await lightbox(page).getByRole('button', { name: 'Remove from gallery' }).click();
  // Escape is the same answer, and leaves the picture open.
  await page.keyboard.press('Escape');
  await expect(lightbox(page).getByRole('button', { name: 'Remove from gallery' })).toBeFocused();
  await page.keyboard.press('Enter');
  await lightbox(page).getByRole('button', { name: 'Remove it', exact: true }).click();
  // Its neighbour takes its place.
  await expect(lightbox(page).locator('img')).toHaveAttribute('src', other.imageUrl);
  await expect(page.getByText('Removed from gallery', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tiles(page)).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Statistics' })).toContainText('1 picture');
  expect((await listPictures(url)).map(({ id }) => id)).toEqual([other.id]);
  expect((await fetch(url + mine.imageUrl)).status).toBe(410);
  // The key is gone with the picture; what it was is told on the privacy page.
  expect(await page.evaluate(() => localStorage.getItem('gallery-delete-tokens'))).toBe('{}');
  await page.goto(`${url}/privacy`);
  await expect(page.getByRole('main').getByText('gallery-delete-tokens')).toBeVisible();
});

test('a report reaches the server with its reason; a refusal says so and keeps the words', async ({
  ownSite: { url },
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/503/);
  const { id } = await sharePicture(url, 1, 'hexagon', 100);
  await page.goto(url + PATH);
  await tiles(page).click();
  await lightbox(page).getByRole('button', { name: 'Report', exact: true }).click();
  const field = lightbox(page).getByRole('textbox', { name: 'What is wrong with this picture?' });
  await expect(field).toBeFocused();
  await expect(lightbox(page).getByRole('button', { name: 'Send report' })).toBeDisabled();
  await field.fill('My face, without my leave');
  // Escape takes back the report alone: the picture stays open, and so do the words.
  await page.keyboard.press('Escape');
  await expect(lightbox(page).getByRole('button', { name: 'Report', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('My face, without my leave');
  await page.route(`${API}/*/report`, (route) => route.fulfill({ status: 503, json: { error: 'no' } }), { times: 1 });
  await lightbox(page).getByRole('button', { name: 'Send report' }).click();
  await expect(lightbox(page).getByRole('alert')).toHaveText('The report did not arrive. Try again in a minute.');
  await expect(field).toHaveValue('My face, without my leave');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(`${id}/report`)),
    lightbox(page).getByRole('button', { name: 'Send report' }).click(),
  ]);
  expect(answer.status()).toBe(202);
  expect(answer.request().postDataJSON()).toEqual({ reason: 'My face, without my leave' });
  await expect(lightbox(page).getByText("Reported. Thank you: this site's owner will look at it.")).toBeVisible();
});

test('waiting, a gallery that does not answer, a next page that does not come: each says so and can be tried again', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/503/);
  await stubPictures(page, 150, ['optimal']);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    `${API}`,
    async (route) => {
      await held;
      return route.fulfill({ status: 503, json: { error: 'no' } });
    },
    { times: 1 },
  );
  await page.goto(PATH);
  await expect(page.getByText('Loading pictures...')).toBeVisible();
  release();
  await expect(page.getByRole('alert')).toContainText('The gallery did not answer');
  await page.route(`${API}?cursor=*`, (route) => route.fulfill({ status: 503, json: { error: 'no' } }), { times: 1 });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(tiles(page).first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByRole('alert')).toContainText('The next pictures did not come');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByText('That is all: 150 pictures.')).toBeVisible();
});

test('a picture that is gone says so, on the wall and in the lightbox', async ({ page, expectedConsole }) => {
  expectedConsole.push(/410/);
  await stubPictures(page, 3, ['optimal']);
  await page.route(`${API}/*1/*`, (route) => route.fulfill({ status: 410 }));
  await page.goto(PATH);
  await expect(tiles(page).nth(1)).toContainText('no longer here');
  await tiles(page).first().click();
  await page.keyboard.press('ArrowRight');
  await expect(lightbox(page).getByText('This picture is no longer here.')).toBeVisible();
});

test('ten thousand pictures scroll past while the document and the heap stay flat', async ({ page }) => {
  await stubPictures(page, 10_000, EXHIBITS);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(PATH);
  await expect(tiles(page).first()).toBeVisible();
  const client = await page.context().newCDPSession(page);
  const measure = async () => {
    await client.send('HeapProfiler.collectGarbage');
    const { usedSize } = await client.send('Runtime.getHeapUsage');
    const { nodes } = await client.send('Memory.getDOMCounters');
    return { megabytes: usedSize / 1e6, nodes };
  };
  const before = await measure();
  let last = 0;
  let mostTiles = 0;
  await expect
    .poll(
      async () => {
        const [height, count] = await page.evaluate(() => {
          window.scrollTo(0, document.documentElement.scrollHeight);
          return [document.documentElement.scrollHeight, document.querySelectorAll('li[aria-posinset]').length] as const;
        });
        last = height;
        mostTiles = Math.max(mostTiles, count);
        return page.getByText('That is all: 10,000 pictures.').isVisible();
      },
      { intervals: [30], timeout: 0 },
    )
    .toBe(true);
  const after = await measure();
  // And back up, and down again, over everything.
  for (let top = last; top > 0; top -= last / 20) await page.evaluate((y) => window.scrollTo(0, y), top);
  const again = await measure();
  console.log(
    `heap ${before.megabytes.toFixed(1)} → ${after.megabytes.toFixed(1)} → ${again.megabytes.toFixed(1)} MB, nodes ${before.nodes} → ${after.nodes} → ${again.nodes}, at most ${mostTiles} tiles`,
  );
  expect(mostTiles).toBeLessThan(80);
  // Ten thousand records of text are about four megabytes; pictures and elements are none.
  expect(after.megabytes - before.megabytes).toBeLessThan(12);
  expect(again.megabytes - after.megabytes).toBeLessThan(1);
  expect(again.nodes).toBeLessThan(before.nodes + 2500);
});

/** Answers every picture of the lightbox with one of this shape, and so large that the window decides how it is shown. */
async function stubShape(page: Page, width: number, height: number): Promise<void> {
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#35b6ff"/></svg>`;
  await page.route(`${API}/*/image`, (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
}

for (const [shape, width, height] of [
  ['tall', 1600, 2000],
  ['wide', 4260, 1920],
] as const) {
  test(`a ${shape} picture makes room for the report and for the question, whole and undistorted`, async ({ page }) => {
    await stubPictures(page, 1, ['hexagon']);
    await stubShape(page, width, height);
    await page.addInitScript(() =>
      localStorage.setItem('gallery-delete-tokens', '{"10000000-0000-4000-8000-000000000000":"token"}'),
    );
    await page.goto(PATH);
    await tiles(page).first().click();
    const image = lightbox(page).locator('img[data-status=shown]');
    const button = (name: string) => lightbox(page).getByRole('button', { name, exact: true });
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1280, height: 720 },
      { width: 390, height: 844 },
      { width: 844, height: 390 },
      // Too small for all of it: what was asked for is seen.
      { width: 320, height: 420 },
    ]) {
      await page.setViewportSize(size);
      const isTiny = size.width === 320;
      const see = async (parts: readonly Locator[]) => {
        const seen = isTiny ? parts : [...parts, image, button('Close')];
        for (const one of seen) await expect.soft(one, `${size.width}`).toBeInViewport({ ratio: 1 });
        const box = (await image.boundingBox())!;
        expect.soft(box.width / box.height, `${size.width}`).toBeCloseTo(width / height, 1);
        expect.soft(Math.min(box.width, box.height), `${size.width}`).toBeGreaterThan(isTiny ? 64 : 96);
      };
      await button('Report').click();
      await see([lightbox(page).getByRole('textbox'), button('Send report'), button('Do not report')]);
      await button('Do not report').click();
      await button('Remove from gallery').click();
      await see([button('Remove it'), button('Keep it')]);
      await button('Keep it').click();
    }
  });
}

test('axe finds nothing on the wall and in the lightbox, in light, dark and forced colours', async ({ page }) => {
  test.slow();
  const widths = [390, 820, 1440] as const;
  await page.setViewportSize({ width: widths[0], height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await stubPictures(page, 30, EXHIBITS);
  await page.goto(PATH);
  await expect(tiles(page).first()).toBeVisible();
  await expectAccessibleInAllColours(page, 'wall', widths);
  await tiles(page).nth(1).click();
  await lightbox(page).getByRole('button', { name: 'Report', exact: true }).click();
  await expectAccessibleInAllColours(page, 'lightbox', widths);
  // The dialog holds the focus.
  for (let n = 0; n < 12; n += 1) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null),
    ).toBe(true);
  }
});

test('the gallery tells no average of one picture, and none in tenths that it has not', async ({ page }) => {
  await stubPictures(page, 1, ['hexagon']);
  await page.goto(PATH);
  const facts = page.getByRole('list', { name: 'Statistics' }).getByRole('listitem');
  await expect(facts).toHaveText(['1 picture that visitors shared', '50 photos in it']);
  await stubPictures(page, 2, ['hexagon']);
  await page.reload();
  await expect(facts).toHaveText(['2 pictures that visitors shared', '100 photos in all of them', '50 photos a picture']);
});

test('on a laptop every kind is in one line', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await stubPictures(page, 8, EXHIBITS);
  await page.goto(PATH);
  await expect(tiles(page).first()).toBeVisible();
  const tops = await page.getByRole('radio').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(tops).toHaveLength(EXHIBITS.length + 1);
  expect(new Set(tops).size).toBe(1);
});
