import { downloadPicture, SLOW_CAMERAS } from '../support/camera.ts';
import { captureDialogOf, openCameraPage, openCaptureDialog, shutterOf } from '../support/camera-page.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expect, expectFitsPhone, expectNoViolations, stopClock, test } from '../support/journey.ts';

test.use({ launchOptions: SLOW_CAMERAS, permissions: ['camera'], viewport: { width: 640, height: 480 } });

for (const collage of Object.values(COLLAGE_PAGES)) {
  test(`${collage.path} combines ${collage.count} photos into one picture, saves it and offers it for download`, async ({
    page,
  }) => {
    const { gallery, cameras } = await openCameraPage(page, collage.path, { size: { width: 320, height: 240 } });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(collage.heading);
    await expect(page.getByRole('img', { name: collage.preview })).toBeVisible();
    await expect(page.getByText(collage.caption)).toBeVisible();
    await expect(page.getByRole('button', { name: collage.start })).toBeEnabled();
    await expect(page.getByRole('main')).toContainText(collage.chosen);
    const back = page.getByRole('link', { name: collage.back[0] });
    await expect(back).toHaveAttribute('href', collage.back[1]);
    await expectNoViolations(page);

    await openCaptureDialog(page, collage);
    await expect(captureDialogOf(page).getByText(collage.counter(0), { exact: true })).toBeVisible();
    await expect(captureDialogOf(page).locator('svg[data-cells]')).toHaveAttribute(
      'data-cells',
      String(collage.layout.cells.length),
    );
    // Photos are taken at the pace of the page's clock: fast here, and never late.
    await stopClock(page);
    await shutterOf(page).click();
    await expect(shutterOf(page)).toBeDisabled();
    await page.clock.runFor(collage.count * collage.intervalMs + 600);
    // Composing and encoding wait for timers too.
    await page.clock.resume();
    await expect(page.getByRole('heading', { name: collage.result })).toBeVisible();
    await expect(page.getByText(collage.saved, { exact: true })).toBeVisible();
    expect(gallery.tried.map(({ body, headers }) => [body['flowerCount'], headers['x-exhibit']])).toEqual([
      [collage.count, collage.exhibit],
    ]);
    const picture = page.getByRole('img', { name: /^Your (collage|composite) of/ });
    await expect
      .poll(() => picture.evaluate(({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => ({ width, height })))
      .toEqual(collage.size);
    const { name, content } = await downloadPicture(page, collage.download);
    expect(name).toMatch(collage.fileName);
    expect(content.subarray(0, 3).toString('hex'), 'the beginning of a JPEG').toBe('ffd8ff');
    expect((await cameras()).live, 'cameras that are still running').toBe(0);
    await expect(page.getByRole('link', { name: 'View Gallery' })).toHaveAttribute('href', '/projects/kaleidoscope-gallery');
    await expectFitsPhone(page);
    await back.click();
    await expect(page).toHaveURL(collage.back[1]);
  });
}
