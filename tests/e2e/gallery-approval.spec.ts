import { GALLERY_PATH, sharePicture, tilesOf, waitForNumbers } from '../support/gallery.ts';
import { expect, expectFitsPhone, expectNoViolations, test } from '../support/journey.ts';
import { startSite } from '../support/site.ts';

test('if pictures need approval, the owner approves one and deletes another', async ({ page }) => {
  const site = await startSite({ env: { GALLERY_APPROVE_FIRST: 'true' } });
  try {
    await waitForNumbers(page);
    const [good, bad] = [await sharePicture(site.url, 1, 'hexagon', 100), await sharePicture(site.url, 2, 'collage', 20)];
    expect([good.status, bad.status]).toEqual(['held', 'held']);
    await page.goto(site.url + GALLERY_PATH);
    await expect(page.getByRole('heading', { name: 'The walls are empty' })).toBeVisible();

    // On the server's own machine, without a token, the visitor is the owner.
    await page.goto(`${site.url}/owner`);
    await page.getByRole('link', { name: 'Pictures that wait' }).click();
    const images = page.getByRole('img');
    await expect(images).toHaveCount(2);
    await expect
      .poll(() => images.evaluateAll((all) => all.every((one) => (one as HTMLImageElement).naturalWidth > 0)))
      .toBe(true);
    await expectNoViolations(page);
    await expectFitsPhone(page);
    await page.getByRole('button', { name: /^Approve: hexagon of 100/ }).click();
    await expect(images).toHaveCount(1);
    await page.getByRole('button', { name: /^Delete: collage of 20/ }).click();
    await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible();

    await page.goto(site.url + GALLERY_PATH);
    await expect(tilesOf(page)).toHaveCount(1);
    await expect(tilesOf(page)).toHaveAccessibleName(/^Honeycomb of 100 photos/);
  } finally {
    await page.close();
    await site.close();
  }
});
