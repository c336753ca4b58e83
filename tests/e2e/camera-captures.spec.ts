import type { Request } from '@playwright/test';
import { countCameras, fakeCameras, launchWith, stubGallery } from '../support/camera.ts';
import { sharingOf } from '../support/camera-room.ts';
import { VIDEO } from '../support/coded-camera.ts';
import {
  enterRoom,
  expectSeenAt,
  frameOf,
  readMoments,
  runOf,
  takePhotos,
  takePicture,
  watch,
} from '../support/coded-capture.ts';
import { COLLAGE_PAGES, type CollagePage } from '../support/collage-pages.ts';
import { listPictures } from '../support/gallery.ts';
import { expect, test } from '../support/journey.ts';

test.use({ launchOptions: launchWith(fakeCameras(2)), permissions: ['camera'] });

/** First entry of a JPEG's brightness table, 16 at quality 0.5: 3 at 0.9, 6 at 0.8. */
const firstQuantizer = (jpeg: Buffer) => jpeg[jpeg.indexOf(Buffer.from([0xff, 0xdb])) + 5];

const PAUSE_MS = 500;

for (const collage of Object.values<CollagePage>(COLLAGE_PAGES)) {
  const { path, count, intervalMs, layout, size, counter } = collage;
  test(`${path}: ${count} photos, each in its cell at its time, are sent once and saved to the file`, async ({ page }) => {
    const gallery = await stubGallery(page);
    await watch(page);
    const cameras = await countCameras(page);
    const posts: Request[] = [];
    page.on('request', (request) => {
      // The site's telemetry is sent when the page's clock advances.
      if (request.postData() !== null && !request.url().endsWith('/api/telemetry')) posts.push(request);
    });
    await page.goto(path);
    await sharingOf(page).check();
    await enterRoom(page, collage);
    await takePhotos(page, collage);

    const { shots, places, isShutterDisabled, texts } = await runOf(page);
    expect(shots.map((at) => Math.round(at - shots[0]!))).toEqual(Array.from({ length: count }, (_, n) => n * intervalMs));
    expect(places).toEqual(layout.cells.map(({ box }) => [box.x, box.y, box.width, box.height]));
    expect(isShutterDisabled).not.toContain(false);
    const counted = texts.filter((text) => /\d/.test(text) && text !== counter(0));
    expect(counted).toEqual(expect.arrayContaining(Array.from({ length: count }, (_, n) => counter(n + 1))));

    // The clock is at the last photo, or a millisecond later.
    const status = page.getByRole('dialog').getByRole('status');
    await page.clock.runFor(PAUSE_MS - 10);
    await expect(status).toHaveText('All photos taken');
    await page.clock.runFor(10);
    await expect(status).toHaveText('Composing...');
    expect(posts).toEqual([]);
    await page.clock.resume();
    await expect(page.getByText(collage.saved, { exact: true })).toBeVisible();
    expect(posts.map((post) => new URL(post.url()).pathname)).toEqual(['/api/kaleidoscope-submissions']);
    const [{ body, headers }] = gallery.tried as [(typeof gallery.tried)[number]];
    expect(Object.keys(body).toSorted()).toEqual(['flowerCount', 'imageData']);
    expect(body['flowerCount']).toBe(count);
    expect(body['imageData']).toMatch(/^data:image\/jpeg;base64,/);
    expect(headers['x-exhibit']).toBe(collage.exhibit);
    expect(headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);

    const { content, size: fileSize, readings, codes } = await readMoments(page, collage);
    expect(fileSize).toEqual(size);
    expect(firstQuantizer(content), 'JPEG quality 0.9').toBe(3);
    expectSeenAt(readings, layout);
    const frames = layout.cells.map((_, photo) => frameOf(collage, photo));
    expect(codes.slice(0, count), 'the frame of each photo').toEqual(frames.map((frame) => frame % VIDEO.codes));
    expect(codes.slice(count), 'gaps show the last photo').toEqual(layout.gaps.map(() => codes[count - 1]));
    await expect(page.locator('[data-fact=frames]')).toHaveText(`${count} shots, ${frames.at(-1)! + 1} distinct frames`);
    expect(await cameras()).toEqual({ opened: 2, stopped: 2, live: 0 });
  });
}

test('the real gallery lists a collage with its kind, its photos and its size, and its maker removes it', async ({
  // First, so that it is closed last: an open page still requests pictures from it.
  ownSite: { url },
  page,
}) => {
  const { collage } = COLLAGE_PAGES;
  await watch(page);
  await page.goto(url + collage.path);
  await takePicture(page, collage);
  await expect(page.getByText(collage.saved, { exact: true })).toBeVisible();
  expect(await listPictures(url)).toMatchObject([{ exhibit: collage.exhibit, flowerCount: collage.count, ...collage.size }]);
  await page.getByRole('button', { name: 'Remove from gallery' }).click();
  await expect(page.getByText('Removed from gallery', { exact: true })).toBeVisible();
  expect(await listPictures(url)).toEqual([]);
});
