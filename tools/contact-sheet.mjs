// Pictures of pages side by side in one picture, for tools/sheets.mjs and tools/engine-sheets.mjs.

/** Height of every picture on a sheet. */
const SHOWN_HEIGHT = 460;

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * Lays rows of pictures side by side, as HTML.
 * @param rows path of a page, and its pictures as PNG
 */
export function sheetOf(heading, rows, scheme) {
  const figures = rows.map(
    ({ path, pictures }) =>
      `<figure><figcaption>${escape(path)}</figcaption><div>${pictures
        .map((picture) => `<img height="${SHOWN_HEIGHT}" src="data:image/png;base64,${picture.toString('base64')}">`)
        .join('')}</div></figure>`,
  );
  const [ground, ink, edge] = scheme === 'dark' ? ['#2a2d38', '#f3f4f8', '#5a5e6e'] : ['#d9dbe2', '#14151a', '#a5a9b6'];
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; padding: 24px; background: ${ground}; color: ${ink}; font: 16px/1.4 system-ui, sans-serif; width: max-content }
    h1 { margin: 0 0 16px; font-size: 22px }
    main { display: grid; grid-template-columns: repeat(2, max-content); gap: 24px 32px }
    figure { margin: 0 } figcaption { margin-bottom: 6px; font-weight: 700 }
    div { display: flex; gap: 10px } img { display: block; border: 1px solid ${edge} }
  </style><h1>${escape(heading)}</h1><main>${figures.join('')}</main>`;
}

/** Draws a sheet into a file. */
export async function writeSheet(browser, file, html) {
  const page = await browser.newPage({ viewport: { width: 2460, height: 800 } });
  await page.setContent(html, { waitUntil: 'load' });
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
  console.log(`• ${file}`);
}
