import { EXHIBITS } from '@site/contracts';
import { expectAccessibleInAllColors } from '../support/accessible.ts';
import { GALLERY_API, GALLERY_PATH, lightboxOf, stubbedId, stubPictures, tilesOf, waitForNumbers } from '../support/gallery.ts';
import { expect, test } from '../support/journey.ts';

test.beforeEach(({ page }) => waitForNumbers(page));

test('an empty gallery links to the cameras, shows no numbers, says that a kind has no pictures yet, and may be indexed', async ({
  ownSite: { url },
  page,
}) => {
  await page.goto(url + GALLERY_PATH);
  await expect(page.getByRole('link', { name: 'Take a picture' })).toHaveAttribute('href', '/projects/cameras');
  await page.getByRole('radio', { name: 'Honeycombs' }).check();
  await expect(page.getByRole('heading', { name: 'None of this kind yet' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Statistics' })).toHaveCount(0);
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
});

test('on a phone the chosen kind is visible, and its focus ring is not cut off', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await stubPictures(page, 8, EXHIBITS);
  const chosen = page.locator('label').filter({ has: page.getByRole('radio', { checked: true }) });
  for (const kind of [EXHIBITS.at(-1), EXHIBITS[2]]) {
    await page.goto(`${GALLERY_PATH}?kind=${kind}`);
    await expect(chosen).toBeInViewport({ ratio: 1 });
    const row = await chosen.evaluate((one) => {
      const [outer, inner] = [one.parentElement!.getBoundingClientRect(), one.getBoundingClientRect()];
      return [inner.left - outer.left, outer.right - inner.right, inner.top - outer.top, outer.bottom - inner.bottom];
    });
    for (const room of row) expect(room).toBeGreaterThanOrEqual(6);
  }
});

test('more than a page of pictures is loaded by cursor while scrolling down, each once and in order', async ({ page }) => {
  await stubPictures(page, 105, ['squares'], 105);
  const lists: string[] = [];
  page.on('request', (request) => {
    if (/submissions(\?|$)/.test(request.url())) lists.push(new URL(request.url()).search);
  });
  await page.setViewportSize({ width: 820, height: 600 });
  await page.goto(GALLERY_PATH);
  await expect(tilesOf(page).first()).toBeVisible();
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
  const inOrder = [...seen.entries()].toSorted(([a], [b]) => a - b).map(([, id]) => id);
  expect(inOrder).toEqual(Array.from({ length: 105 }, (_, n) => stubbedId(n)));
  await expect(page.getByText('That is all: 105 pictures.')).toBeVisible();
  expect(lists).toHaveLength(2);
  expect(lists[1]).toMatch(/^\?cursor=/);
});

test('loading, a gallery that does not respond and a next page that does not arrive each have a message, and can be retried', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(/503/);
  await stubPictures(page, 150, ['optimal']);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    GALLERY_API,
    async (route) => {
      await held;
      return route.fulfill({ status: 503, json: { error: 'no' } });
    },
    { times: 1 },
  );
  await page.goto(GALLERY_PATH);
  await expect(page.getByText('Loading pictures...')).toBeVisible();
  release();
  await expect(page.getByRole('alert')).toContainText('The gallery did not respond');
  await page.route(`${GALLERY_API}?cursor=*`, (route) => route.fulfill({ status: 503, json: { error: 'no' } }), { times: 1 });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(tilesOf(page).first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByRole('alert')).toContainText('The next pictures could not be loaded');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByText('That is all: 150 pictures.')).toBeVisible();
});

test('a removed picture says so, in the grid and in the lightbox', async ({ page, expectedConsole }) => {
  expectedConsole.push(/410/);
  await stubPictures(page, 3, ['optimal']);
  await page.route(`${GALLERY_API}/*1/*`, (route) => route.fulfill({ status: 410 }));
  await page.goto(GALLERY_PATH);
  await expect(tilesOf(page).nth(1)).toContainText('no longer here');
  await tilesOf(page).first().click();
  await page.keyboard.press('ArrowRight');
  await expect(lightboxOf(page).getByText('This picture is no longer here.')).toBeVisible();
});

test('ten thousand pictures scroll past while the document and the heap stay flat', async ({ page }) => {
  await stubPictures(page, 10_000, EXHIBITS);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(GALLERY_PATH);
  await expect(tilesOf(page).first()).toBeVisible();
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
      { intervals: [30] },
    )
    .toBe(true);
  const after = await measure();
  // And back up, and down again, past all pictures.
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

test('axe finds nothing in the grid and in the lightbox, in light, dark and forced colors', async ({ page }) => {
  const widths = [390, 820, 1440] as const;
  await page.setViewportSize({ width: widths[0], height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await stubPictures(page, 30, EXHIBITS);
  await page.goto(GALLERY_PATH);
  await expect(tilesOf(page).first()).toBeVisible();
  await expectAccessibleInAllColors(page, 'wall', widths);
  await tilesOf(page).nth(1).click();
  await lightboxOf(page).getByRole('button', { name: 'Report', exact: true }).click();
  await expectAccessibleInAllColors(page, 'lightbox', widths);
  // The dialog traps the focus.
  for (let n = 0; n < 12; n += 1) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null),
    ).toBe(true);
  }
});

test('the gallery shows no average for one picture, and no decimal place if it is zero', async ({ page }) => {
  await stubPictures(page, 1, ['hexagon']);
  await page.goto(GALLERY_PATH);
  const facts = page.getByRole('list', { name: 'Statistics' }).getByRole('listitem');
  await expect(facts).toHaveText(['1 picture that visitors shared', '50 photos in it']);
  await stubPictures(page, 2, ['hexagon']);
  await page.reload();
  await expect(facts).toHaveText(['2 pictures that visitors shared', '100 photos in all of them', '50 photos a picture']);
});

test('on a laptop all kinds are on one line', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await stubPictures(page, 8, EXHIBITS);
  await page.goto(GALLERY_PATH);
  await expect(tilesOf(page).first()).toBeVisible();
  const tops = await page.getByRole('radio').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(tops).toHaveLength(EXHIBITS.length + 1);
  expect(new Set(tops).size).toBe(1);
});
