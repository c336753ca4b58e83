import type { Request } from '@playwright/test';
import { cameraFromFile, countCameras, launchWith } from '../support/camera.ts';
import { readMoments, runOf, seenAt, stepsOf, takePicture, watch } from '../support/coded-capture.ts';
import { VIDEO, writeCodedVideo } from '../support/coded-video.ts';
import { COLLAGE_PAGES, type CollagePage } from '../support/collage-pages.ts';
import { listPictures } from '../support/gallery.ts';
import { longestTasks } from '../support/main-thread.ts';
import { expect, test } from '../support/test.ts';

test.use({
  launchOptions: [
    // oxlint-disable-next-line no-empty-pattern -- the framework reads the parameter's text
    async ({}, use) => use(launchWith(...cameraFromFile(await writeCodedVideo()))),
    { scope: 'worker' },
  ],
  permissions: ['camera'],
});

/** First entry of a JPEG's brightness table, 16 at quality 0.5: 3 at 0.9, 6 at 0.8. */
const firstQuantizer = (jpeg: Buffer) => jpeg[jpeg.indexOf(Buffer.from([0xff, 0xdb])) + 5];

for (const collage of Object.values<CollagePage>(COLLAGE_PAGES)) {
  const { path, count, intervalMs, layout, size, counter } = collage;
  test(`${path}: ${count} photos, each in its cell at its moment, in the downloaded file, in the real gallery`, async ({
    page,
    browser,
    ownSite,
  }) => {
    test.slow();
    const cameras = await countCameras(page);
    const posts: Request[] = [];
    page.on('request', (request) => {
      if (request.postData() !== null) posts.push(request);
    });
    await watch(page);
    await page.goto(ownSite.url + path);
    let run: Awaited<ReturnType<typeof takePicture>> | undefined;
    const tasks = await longestTasks(browser, page, async () => {
      run = await takePicture(page, collage);
    });
    expect(tasks[0], `longest tasks from Start to the result: ${tasks.join(', ')} ms`).toBeLessThan(50);

    // Pace and states while shooting.
    const shots = run!.shots.slice(0, count);
    const elapsed = shots[count - 1]! - shots[0]!;
    const intended = (count - 1) * intervalMs;
    expect(elapsed).toBeGreaterThan(0.97 * intended);
    if (intervalMs >= 125) {
      expect(elapsed).toBeLessThan(1.03 * intended);
      const late = shots.map((at, n) => at - shots[0]! - n * intervalMs).toSorted((a, b) => a - b);
      expect(Math.abs(late[Math.floor(count / 2)]!), 'half of the photos are late').toBeLessThan(0.2 * intervalMs);
    }
    expect(run!.places.slice(0, count)).toEqual(layout.cells.map(({ box }) => [box.x, box.y, box.width, box.height]));
    expect(run!.isShutterDisabled).not.toContain(false);
    const counted = run!.texts.filter((text) => /\d/.test(text));
    expect(counted).toEqual(expect.arrayContaining(Array.from({ length: count }, (_, n) => counter(n + 1))));
    expect(run!.texts).toContain('Composing...');

    // One request carries data, and it begins after the last photo and the pause of half a second.
    await expect(page.getByText(collage.saved, { exact: true })).toBeVisible();
    expect(posts.map((post) => new URL(post.url()).pathname)).toEqual(['/api/kaleidoscope-submissions']);
    const body = posts[0]!.postDataJSON() as Record<string, unknown>;
    const headers = await posts[0]!.allHeaders();
    const [sentAt] = (await runOf(page)).sends;
    expect(sentAt! - shots[count - 1]!).toBeGreaterThan(495);
    expect(Object.keys(body).toSorted()).toEqual(['flowerCount', 'imageData']);
    expect(body['flowerCount']).toBe(count);
    expect(body['imageData']).toMatch(/^data:image\/jpeg;base64,/);
    expect(headers['x-exhibit']).toBe(collage.exhibit);
    expect(headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);

    // The file.
    const { name, content, size: fileSize, readings, codes } = await readMoments(page, collage);
    expect(name).toMatch(collage.fileName);
    expect(fileSize).toEqual(size);
    expect(firstQuantizer(content), 'JPEG quality 0.9').toBe(3);
    for (const [n, { x, y, at }] of readings.entries()) {
      const seen = seenAt(at, layout);
      expect(Math.abs(x - seen.x), `photo ${n + 1} across: ${x} for ${seen.x}`).toBeLessThan(0.02);
      expect(Math.abs(y - seen.y), `photo ${n + 1} down: ${y} for ${seen.y}`).toBeLessThan(0.02);
    }
    const steps = stepsOf(codes.slice(0, count));
    const framesApart = (intervalMs * VIDEO.fps) / 1000;
    // The camera itself may stall on a busy machine, now and then.
    const stalls = steps.filter((step) => Math.abs(step - framesApart) > 5);
    expect(stalls.length, `frames between photos: ${steps.join(' ')}`).toBeLessThanOrEqual(Math.max(2, 0.1 * count));
    expect(codes.slice(count), 'gaps show the last photo').toEqual(layout.gaps.map(() => codes[count - 1]));
    const distinct = 1 + steps.filter((step) => step > 0).length;
    await expect(page.locator('[data-fact=frames]')).toHaveText(`${count} shots, ${distinct} distinct frames`);

    // The ways on, and the light goes off.
    await expect(page.getByRole('link', { name: 'View Gallery' })).toHaveAttribute('href', '/projects/kaleidoscope-gallery');
    await expect(page.getByRole('link', { name: collage.back[0] })).toHaveAttribute('href', collage.back[1]);
    expect(await cameras()).toEqual({ opened: 2, stopped: 2, live: 0 });

    // The server lists it, the gallery shows it, and the one who made it takes it back.
    const [row] = await listPictures(ownSite.url);
    expect(row).toMatchObject({ exhibit: collage.exhibit, flowerCount: count, ...size });
    const wall = await page.context().newPage();
    await wall.goto(`${ownSite.url}/projects/kaleidoscope-gallery`);
    await expect(wall.locator(`img[src="${row!.thumbnailUrl}"]`)).toBeVisible();
    await page.getByRole('button', { name: 'Remove from gallery' }).click();
    await expect(page.getByText('Removed from gallery', { exact: true })).toBeVisible();
    expect(await listPictures(ownSite.url)).toEqual([]);
    await wall.reload();
    await expect(wall.getByRole('heading', { name: 'The walls are empty' })).toBeVisible();
    await wall.close();
  });
}
