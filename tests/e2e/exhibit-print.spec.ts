import { site } from '../support/content.ts';
import { openFully, pagesOf } from '../support/every-page.ts';
import { reaches } from '../support/monet.ts';
import { picturesOf, textOfPages } from '../support/pdf-text.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 960, height: 600 } });

test('an exhibit is printed in its own proportions below the name, without panel, buttons and ground', async ({
  page,
  request,
}) => {
  const paths = [...(await pagesOf(request, 'demos-games')), ...(await pagesOf(request, 'demos-sensors'))]
    .filter(({ layout }) => layout === 'full-bleed')
    .map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(3);
  for (const path of paths) {
    await openFully(page, path);
    if (path.endsWith('/monet-paint')) await reaches(page, 'flowing');
    const heading = (await page.locator('h1').textContent()) ?? '';
    const pixels = await page
      .locator('canvas')
      .evaluateAll((all: HTMLCanvasElement[]) => all.map((one) => one.width / one.height));
    // The page's heading is only for screen readers.
    const pdf = await page.pdf({ printBackground: true });
    const sheets = textOfPages(pdf);
    expect.soft(sheets, path).toHaveLength(1);
    expect.soft(sheets[0]?.replace(heading, '').trim(), path).toBe(site.ownerName);
    const pictures = picturesOf(pdf);
    expect.soft(pictures.length > 0 || pixels.length === 0, `${path} has a picture`).toBe(true);
    for (const { width, height, tones } of pixels.length === 0 ? [] : pictures) {
      expect.soft(tones, path).toBeGreaterThan(20);
      expect.soft(width / height, path).toBeCloseTo(pixels.at(-1) ?? 0, 1);
    }
    await page.emulateMedia({ media: 'print' });
    for (const role of ['button', 'region'] as const) {
      await expect.soft(page.getByRole('main').getByRole(role), `${path}, ${role}`).toHaveCount(0);
    }
    const grounds = await page
      .locator('main > div, main > div > div')
      .evaluateAll((all) =>
        all.map((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).backgroundImage].join(' ')),
      );
    expect.soft([...new Set(grounds)], path).toEqual(['rgba(0, 0, 0, 0) none']);
    await page.emulateMedia({ media: null });
  }
});
