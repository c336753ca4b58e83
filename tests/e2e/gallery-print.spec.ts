import { GALLERY_PATH, stretchStatisticsTimeout, stubPictures, tilesOf } from '../support/gallery.ts';
import { picturesOf } from '../support/pdf-text.ts';
import { expect, test } from '../support/test.ts';

const POINTS_PER_MM = 72 / 25.4;
const MARGIN_MM = 17;
const COUNT = 64;

test('every loaded picture is printed, and fits the sheet; on screen, only those near the window are rendered', async ({
  page,
}) => {
  await stretchStatisticsTimeout(page);
  await stubPictures(page, COUNT, ['collage', 'hexagon']);
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.goto(GALLERY_PATH);
  await expect(tilesOf(page).first()).toBeVisible();
  const count = await tilesOf(page).count();
  expect(count).toBeLessThan(COUNT);
  // Chromium waits two seconds for pictures that are new on paper. These have the files of those on screen.
  const areLoaded = () =>
    tilesOf(page)
      .locator('img')
      .evaluateAll((all: HTMLImageElement[]) => all.every((one) => one.complete));
  await expect.poll(areLoaded).toBe(true);
  for (const [format, width] of [
    ['Letter', 215.9],
    ['A4', 210],
  ] as const) {
    let pictures: ReturnType<typeof picturesOf> = [];
    // On a busy machine some of them may not be decoded within that time.
    await expect
      .poll(async () => {
        pictures = picturesOf(await page.pdf({ format }));
        return pictures.length;
      }, format)
      .toBe(COUNT);
    const edge = Math.max(...pictures.map((picture) => picture.left + picture.width));
    expect(edge, format).toBeLessThan((width - MARGIN_MM) * POINTS_PER_MM + 2);
    for (const picture of pictures) expect(picture.width / picture.height).toBeCloseTo(1, 1);
  }
  await expect(tilesOf(page)).toHaveCount(count);
});
