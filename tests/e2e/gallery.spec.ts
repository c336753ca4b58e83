import { EXHIBITS } from '@site/contracts';
import { expectAccessibleInAllColors } from '../support/accessible.ts';
import { drawFrames } from '../support/frames.ts';
import { GALLERY_PATH, lightboxOf, stubbedId, stubPictures, tilesOf, stretchStatisticsTimeout } from '../support/gallery.ts';
import { expect, test } from '../support/journey.ts';

/** `GALLERY_PICTURES=10000` runs the long version. */
const PICTURES = Number(process.env['GALLERY_PICTURES'] ?? 230);

test.beforeEach(({ page }) => stretchStatisticsTimeout(page));

test(`${PICTURES} pictures are loaded by cursor while scrolling down, each once and in order, while the document and the heap stay flat; each has an address, and Back returns to its place`, async ({
  page,
}) => {
  await stubPictures(page, PICTURES, ['collage', 'hexagon']);
  const lists: string[] = [];
  page.on('request', (request) => {
    if (/submissions(\?|$)/.test(request.url())) lists.push(new URL(request.url()).search);
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(GALLERY_PATH);
  await expect(tilesOf(page).first()).toBeVisible();
  expect(lists).toEqual(['']);
  const client = await page.context().newCDPSession(page);
  const measure = async () => {
    await client.send('HeapProfiler.collectGarbage');
    const { usedSize } = await client.send('Runtime.getHeapUsage');
    const { nodes } = await client.send('Memory.getDOMCounters');
    return { megabytes: usedSize / 1e6, nodes };
  };
  /** Scrolls by less than a screen, and waits until that is drawn. */
  const scroll = async (pixels: number) => {
    await page.evaluate((by) => window.scrollBy({ top: by, behavior: 'instant' }), pixels);
    await drawFrames(page, 2);
  };
  const before = await measure();
  const seen = new Map<number, string>();
  let maxTiles = 0;
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
                  one.querySelector('a')?.getAttribute('href')?.split('/')[2] ?? '',
                ] as const,
            ),
          );
        for (const [place, id] of now) seen.set(place, id);
        maxTiles = Math.max(maxTiles, now.length);
        await scroll(700);
        return seen.size;
      },
      { intervals: [0] },
    )
    .toBe(PICTURES);
  const inOrder = [...seen.entries()].toSorted(([a], [b]) => a - b).map(([, id]) => id);
  expect(inOrder).toEqual(Array.from({ length: PICTURES }, (_, n) => stubbedId(n)));
  await expect(page.getByText(`That is all: ${PICTURES.toLocaleString('en-US')} pictures.`)).toBeVisible();
  expect(lists).toHaveLength(Math.ceil(PICTURES / 100));
  expect(lists[1]).toMatch(/^\?cursor=/);
  const after = await measure();
  expect(maxTiles).toBeLessThan(80);
  // Ten thousand text records take about four megabytes; pictures and elements add nothing.
  expect(after.megabytes - before.megabytes).toBeLessThan(12);
  expect(after.nodes).toBeLessThan(before.nodes + 2500);

  const tile = page.locator('li[data-index="120"] a');
  await expect(async () => {
    await scroll(-700);
    await expect(tile).toBeVisible({ timeout: 500 });
  }).toPass();
  await tile.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(1000);
  await tile.click();
  await expect(page).toHaveURL(`/gallery/${stubbedId(120)}`);
  await expect(page).toHaveTitle(/^20-photo collage of 50 photos, \w+ \d+, 2026 – /);
  await expect(lightboxOf(page).locator('img')).toHaveAttribute('src', new RegExp(stubbedId(120)));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(`/gallery/${stubbedId(122)}`);
  await page.goBack();
  await expect(lightboxOf(page)).toHaveCount(0);
  await expect(page).toHaveURL(GALLERY_PATH);
  await expect(page).toHaveTitle(/^Gallery – /);
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  await expect(page.locator('li[data-index="122"] a')).toBeFocused();
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThan(600);

  await page.keyboard.press('Enter');
  await expect(lightboxOf(page).getByText(`123 of ${PICTURES}`, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(GALLERY_PATH);
  await expect(page.locator('li[data-index="122"] a')).toBeFocused();
  await page.goForward();
  await expect(lightboxOf(page)).toBeVisible();
});

test('on a phone the chosen kind is visible with its focus ring, and on a laptop all kinds are on one line; axe finds nothing in the grid or the lightbox, which traps the focus and keeps the text of a report', async ({
  page,
}) => {
  const widths = [390, 820, 1440] as const;
  await page.setViewportSize({ width: widths[0], height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await stubPictures(page, 30, EXHIBITS);
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
  await expect(tilesOf(page).first()).toBeVisible();
  await expectAccessibleInAllColors(page, 'wall', widths);
  const kinds = page.getByRole('radio');
  const tops = await kinds.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(tops).toHaveLength(EXHIBITS.length + 1);
  // A click anywhere on a label chooses its kind, and the focus ring goes around the label.
  const margins = await kinds.evaluateAll((all) =>
    (all as HTMLInputElement[]).flatMap(({ offsetWidth, offsetHeight, parentElement: label }) => [
      Math.abs(offsetWidth - label!.clientWidth),
      Math.abs(offsetHeight - label!.clientHeight),
    ]),
  );
  expect(Math.max(...margins)).toBeLessThanOrEqual(1);
  expect(new Set(tops).size, `lines of kinds, ${widths[2]} px`).toBe(1);

  await tilesOf(page).nth(1).click();
  const report = lightboxOf(page).getByRole('button', { name: 'Report', exact: true });
  const field = lightboxOf(page).getByRole('textbox', { name: 'What is wrong with this picture?' });
  await report.click();
  await field.fill('My face, without my permission');
  // Escape closes only the report: the picture stays open, and the text is kept.
  await page.keyboard.press('Escape');
  await expect(report).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('My face, without my permission');
  await expectAccessibleInAllColors(page, 'lightbox', widths);
  // The dialog traps the focus.
  for (let n = 0; n < 12; n += 1) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null),
    ).toBe(true);
  }
});
