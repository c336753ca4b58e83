// `npm run sheets`: opens every page of the built site at three sizes in light and dark colors, and lays the pictures side by
// side: one contact sheet per family of pages and scheme, in var/sheets/. Arguments select pages by address
// (`npm run sheets -- camera clock`), and `--as` shows them as some visitors see them (`npm run sheets -- --as api-503`).
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Refusal } from './command.mjs';
import { findBrowser } from './browser.mjs';
import { buildAll } from './build.mjs';
import { sheetOf, writeSheet } from './contact-sheet.mjs';
import { makeReady } from './ready.mjs';
import { openSettled, pictureOf, PLACE, TIME } from './settled-page.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

const SCREENS = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
];
const SCHEMES = ['light', 'dark'];
const FLAGS = ['--no-sandbox', '--use-fake-device-for-media-stream=device-count=2,fps=30'];
const MAX_LOOKS = 12;

/** Conditions by name: settings of the browser, a step before a page is opened (`prepare`), or another owner's name in its header. */
const CONDITIONS = {
  usual: {},
  'api-503': {
    prepare: (page) => page.route('**/api/**', (route) => route.fulfill({ status: 503, json: { error: 'Out of order' } })),
  },
  'remotes-gone': {
    prepare: (page, remotes) =>
      page.route(
        (url) => remotes.some(({ base }) => url.pathname.startsWith(base.replace(/\/$/, ''))),
        (route) => route.fulfill({ status: 404 }),
      ),
  },
  'large-text': {
    prepare: async (page) => {
      const client = await page.context().newCDPSession(page);
      await client.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    },
  },
  'long-name': { name: 'Maximiliane Alexandrowna von und zu Hohenfriedeberg-Sonnenschein' },
  'forced-colors': { forcedColors: 'active' },
  'in-motion': { reducedMotion: 'no-preference' },
};

/** Every page of the site by family: the shell's own, then each remote's, as the first document names them. */
async function familiesOf(url) {
  const html = await (await fetch(url)).text();
  const boot = JSON.parse(/<script type="application\/json" id="boot"[^>]*>([^]*?)<\/script>/.exec(html)?.[1] ?? '{}');
  const { shellPages } = await import(resolve(root, 'apps/shell/dist/server/entry-server.js'));
  const shell = [...shellPages.map(({ path }) => path), '/nowhere'];
  const remotes = boot.remotes.map(({ name, routes }) => ({
    name,
    paths: routes.flatMap(({ path, example }) => (path.includes('/:') ? (example ?? []) : path)),
  }));
  return { families: [{ name: 'shell', paths: shell }, ...remotes], remotes: boot.remotes };
}

async function takePictures(browser, url, path, scheme, { prepare, name, remotes, ...media }) {
  const pictures = [];
  for (const viewport of SCREENS) {
    const context = await browser.newContext({
      viewport,
      colorScheme: scheme,
      reducedMotion: 'reduce',
      ...PLACE,
      permissions: ['camera'],
      ...media,
    });
    const page = await context.newPage();
    if (media.reducedMotion !== 'no-preference') await page.clock.setFixedTime(TIME);
    await prepare?.(page, remotes);
    await openSettled(page, url + path);
    if (name)
      await page
        .locator('header a')
        .first()
        .evaluateAll(([link], text) => link && (link.textContent = text), name);
    pictures.push(await pictureOf(page, MAX_LOOKS));
    await context.close();
  }
  return pictures;
}

async function main() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { as: { type: 'string', default: 'usual' } } });
  const condition = CONDITIONS[values.as];
  if (!condition) throw new Refusal(`--as is “${values.as}”: it must be one of ${Object.keys(CONDITIONS).join(', ')}.`);
  if (!(await makeReady(buildAll))) throw new Refusal('The build failed; the lines above say why.');
  const { startBuiltSite } = await import('./built-site.mjs');
  const { chromium } = await import('@playwright/test');
  const site = await startBuiltSite();
  let browser;
  try {
    browser = await chromium.launch({ executablePath: findBrowser(), args: FLAGS });
    mkdirSync('var/sheets', { recursive: true });
    const { families, remotes } = await familiesOf(site.url);
    const known = families.flatMap(({ paths }) => paths);
    const unknown = positionals.filter((word) => !known.some((path) => path.includes(word)));
    if (unknown.length > 0)
      throw new Refusal(`No page has “${unknown.join('”, “')}” in its address. The pages: ${known.join(' ')}`);
    const isWanted = (path) => positionals.length === 0 || positionals.some((word) => path.includes(word));
    for (const { name, paths } of families) {
      const wanted = paths.filter(isWanted);
      for (const scheme of wanted.length > 0 ? SCHEMES : []) {
        const rows = [];
        for (const path of wanted) {
          rows.push({ path, pictures: await takePictures(browser, site.url, path, scheme, { ...condition, remotes }) });
        }
        const file = `var/sheets/${[name, values.as, scheme].filter((word) => word !== 'usual').join('-')}.png`;
        await writeSheet(browser, file, sheetOf(`${name}, ${scheme}, ${values.as}`, rows, scheme));
      }
    }
  } finally {
    await browser?.close();
    await site.close();
  }
}

main().catch((error) => {
  console.error(`\n${error instanceof Refusal ? error.message : error.stack}`);
  process.exitCode = 1;
});
