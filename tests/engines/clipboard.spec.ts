import { COLLAGE_PAGES } from '../support/collage-pages.ts';
import { takeCollage } from '../support/engines/take-collage.ts';
import { expect, test } from '../support/engines/test.ts';

test('the link to a page is copied, and can be pasted', async ({ enginePage, site }) => {
  await enginePage.open(`${site.url}/projects/333-balls`);
  // A desktop browser may also have a share sheet, which no driver can operate.
  await enginePage.evaluate("void Object.defineProperty(navigator, 'share', { value: undefined })");
  await enginePage.evaluate(`(() => {
    const { clipboard } = navigator;
    const write = clipboard.writeText.bind(clipboard);
    clipboard.writeText = (text) => { window.copied = text; return write(text); };
  })()`);
  await enginePage.click({ role: 'button', name: 'Share' });
  await enginePage.expectText('Link copied');
  const link = await enginePage.evaluate<string>('window.copied');
  expect(link).toMatch(/\/projects\/333-balls\?.*seed=\d+/);
  await enginePage.open(`${site.url}/projects/usda-reports`);
  await enginePage.click({ role: 'textbox', name: 'Search reports' });
  await enginePage.paste();
  await enginePage.expectValue('document.activeElement.value', link);
  expect(enginePage.log()).toEqual([]);
});

test('a collage is copied as a picture, and can be pasted', async ({ engine, enginePage, site }) => {
  await takeCollage(enginePage, site, COLLAGE_PAGES.optimal);
  await enginePage.evaluate(`(() => {
    const { clipboard } = navigator;
    const write = clipboard.write.bind(clipboard);
    clipboard.write = async (items) => {
      await write(items);
      const picture = await createImageBitmap(await items[0].getType('image/png'));
      window.copied = [items[0].types.join(), picture.width, picture.height];
    };
  })()`);
  await enginePage.click({ role: 'button', name: 'Copy image' });
  await enginePage.expectText('Image copied');
  const [width, height] = await enginePage.evaluate<number[]>(
    `(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('main img[alt^="Your "]'))`,
  );
  await enginePage.expectValue('window.copied', ['image/png', width, height]);
  // WebKitGTK 2.50 accepts the picture, but an automated window cannot paste it with the keyboard.
  if (engine !== 'webkit') {
    await enginePage.evaluate(`void document.addEventListener('paste', ({ clipboardData }) => {
      const [file] = clipboardData.files;
      if (file) createImageBitmap(file).then(({ width, height }) => { window.pasted = [file.type, width, height]; });
    })`);
    await enginePage.paste();
    await enginePage.expectValue('window.pasted', ['image/png', width, height]);
  }
  expect(enginePage.log()).toEqual([]);
});
