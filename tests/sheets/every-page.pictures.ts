import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/engines/test.ts';
import { pagesOf } from '../support/every-page.ts';
import { REMOTES } from '../support/site.ts';

test.describe.configure({ mode: 'default' });

const FOLDER = process.env['SHEET_FOLDER'] ?? 'tmp/sheets/pictures';
const SIZES = [
  [1440, 900],
  [820, 1180],
  [390, 844],
] as const;
const IS_READY = `(() => {
  const main = document.querySelector('main');
  const heading = main?.querySelector('h1, h2');
  const isHydrated = Object.keys(heading ?? {}).some((key) => key.startsWith('__reactFiber'));
  const isWaiting = main?.querySelector('[aria-busy=true]') != null || /(^|\\n)(Loading|Connecting|Requesting) /.test(main?.innerText ?? '');
  return document.readyState === 'complete' && document.fonts.status === 'loaded' && isHydrated && !isWaiting;
})()`;
const MAX_LOOKS = 8;

for (const app of ['shell', ...REMOTES]) {
  test(app, async ({ enginePage, engine, request, site, visitorSettings }) => {
    const pages = await pagesOf(request, app);
    for (const [width, height] of SIZES) {
      await enginePage.resize(width, height);
      for (const { path } of pages) {
        await enginePage.goto(site.url + path);
        await expect.poll(() => enginePage.evaluate(IS_READY), { message: path }).toBe(true);
        // The page is finished when it looks the same twice in a row, which moving content never does.
        let picture = await enginePage.screenshot();
        for (let look = 0; look < MAX_LOOKS; look += 1) {
          const before = picture;
          picture = await enginePage.screenshot();
          if (picture.equals(before)) break;
        }
        const folder = join(FOLDER, app, visitorSettings.scheme, String(width));
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, `${path.replaceAll('/', '_')}.${engine}.png`), picture);
      }
    }
  });
}
