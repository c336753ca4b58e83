import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { takeCollage } from '../support/engines/take-collage.ts';
import { expect, test } from '../support/engines/test.ts';

const SIZE = `(() => {
  const { naturalWidth, naturalHeight } = document.querySelector('main img[alt^="Your "]') ?? {};
  return [naturalWidth, naturalHeight];
})()`;

for (const collage of Object.values(COLLAGE_PAGES)) {
  test(`${collage.path} takes ${collage.count} photos, saves the picture and offers it for download`, async ({
    enginePage,
    site,
  }) => {
    await takeCollage(enginePage, site, collage, { isShared: true });
    const { name, content } = await enginePage.savedFile(() => enginePage.click({ role: 'button', name: collage.download }));
    expect(name).toMatch(collage.fileName);
    expect(content.subarray(0, 3).toString('hex'), 'the beginning of a JPEG').toBe('ffd8ff');
    const [width = 0, height = 0] = await enginePage.evaluate<number[]>(SIZE);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(800);
    await enginePage.expectText(new RegExp(`${collage.count} shots, \\d+ distinct frames`));
    expect(enginePage.log()).toEqual([]);
  });
}

test('a collage is saved as a loop that the engine can show', async ({ enginePage, site }) => {
  await takeCollage(enginePage, site, COLLAGE_PAGES.optimal);
  const { name, content } = await enginePage.savedFile(() => enginePage.click({ role: 'button', name: 'Download as a loop' }));
  expect(name).toBe('rectangular-collage.gif');
  await enginePage.expectText(/The loop is ready: (?:\d+ kB|[1-4]\.\d MB)/);
  const width = await enginePage.evaluate<number>(`new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image.naturalWidth);
    image.onerror = () => reject(new Error('not a picture'));
    image.src = 'data:image/gif;base64,${content.toString('base64')}';
  })`);
  expect(width).toBe(800);
  console.log(`${enginePage.engine}: a loop of ${content.byteLength} bytes`);
  expect(enginePage.log()).toEqual([]);
});

test('a saved picture is in the gallery, opens and closes', async ({ enginePage, site }) => {
  await takeCollage(enginePage, site, COLLAGE_PAGES.collage, { isShared: true });
  await enginePage.open(`${site.url}/projects/kaleidoscope-gallery`);
  const shown =
    "[...document.querySelectorAll('main li[aria-posinset] img')].filter(({ naturalWidth }) => naturalWidth > 0).length";
  await expect.poll(() => enginePage.evaluate<number>(shown)).toBeGreaterThan(0);
  const coversItsChip = `[...document.querySelectorAll('main input[type=radio]')].every((radio) =>
    Math.abs(radio.offsetWidth - radio.parentElement.clientWidth) <= 1 && Math.abs(radio.offsetHeight - radio.parentElement.clientHeight) <= 1)`;
  await enginePage.expectValue(coversItsChip, true);
  await enginePage.click({ css: 'main li[aria-posinset] a' });
  await enginePage.expectText(/1 of \d+/);
  await enginePage.expectValue("document.activeElement?.textContent?.startsWith('1 of ')", true);
  await enginePage.press('Escape');
  await enginePage.expectValue("document.querySelectorAll('dialog[open]').length", 0);
  expect(enginePage.log()).toEqual([]);
});

test('the viewer shows a camera and releases it', async ({ enginePage, site }) => {
  await enginePage.open(`${site.url}/projects/camera`);
  await enginePage.click({ css: 'main ul[aria-label=Cameras] button' });
  await expect.poll(() => enginePage.evaluate<number>("document.querySelector('video')?.currentTime ?? 0")).toBeGreaterThan(0);
  await enginePage.click({ role: 'button', name: 'Stop Camera' });
  await enginePage.expectText('No camera is on');
  expect(enginePage.log()).toEqual([]);
});
