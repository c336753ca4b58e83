import { fakeCameras, launchWith } from '../support/camera.ts';
import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { expect, test } from '../support/engines/test.ts';

test.use({ launchOptions: launchWith(fakeCameras(2), '--use-fake-ui-for-media-stream') });

test('the link of a page is copied, and can be pasted', async ({ enginePage, site }) => {
  await enginePage.open(`${site.url}/projects/333-balls`);
  // A desktop browser may have a share sheet as well, which no driver can press.
  await enginePage.evaluate("void Object.defineProperty(navigator, 'share', { value: undefined })");
  await enginePage.click({ role: 'button', name: 'Share' });
  await enginePage.expectText('Link copied');
  await enginePage.open(`${site.url}/projects/usda-reports`);
  await enginePage.click({ role: 'textbox', name: 'Search reports' });
  await enginePage.paste();
  await enginePage.expectValue('document.activeElement.value', `${site.url}/projects/333-balls`);
  expect(enginePage.log()).toEqual([]);
});

test('a collage is copied as a picture, and can be pasted', async ({ engine, enginePage, site }) => {
  test.skip(engine === 'webkit', 'The window of WebKitGTK 2.50 stops responding to its driver here; its page is idle.');
  const collage = COLLAGE_PAGES.optimal;
  await enginePage.open(site.url + collage.path);
  await enginePage.click({ role: 'button', name: collage.start });
  await enginePage.click({ role: 'button', name: 'Take the photos' });
  await enginePage.expectText(collage.result);
  await enginePage.click({ role: 'button', name: 'Copy image' });
  await enginePage.expectText('Image copied');
  await enginePage.evaluate(`void document.addEventListener('paste', ({ clipboardData }) => {
    const [file] = clipboardData.files;
    if (file) createImageBitmap(file).then(({ width, height }) => { window.pasted = [file.type, width, height]; });
  })`);
  await enginePage.paste();
  const [width, height] = await enginePage.evaluate<number[]>(
    `(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('main img[alt^="Your "]'))`,
  );
  await enginePage.expectValue('window.pasted', ['image/png', width, height]);
  expect(enginePage.log()).toEqual([]);
});
