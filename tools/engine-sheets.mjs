// `npm run sheets:engines`: opens every page of the built site in Chromium, Firefox and WebKit, at three widths in light and dark
// colors, and lays the pictures side by side, one contact sheet for each app, width and scheme, in var/sheets/engines/. Arguments
// select the schemes and engines to capture again (`npm run sheets:engines -- dark webkit`); the sheets show all existing
// pictures.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';
import { findBrowser } from './browser.mjs';
import { sheetOf, writeSheet } from './contact-sheet.mjs';
import { Refusal } from './command.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const ENGINES = ['chromium', 'firefox', 'webkit'];
const SCHEMES = ['light', 'dark'];
const PICTURES = 'tmp/sheets/pictures';
const SHEETS = 'var/sheets/engines';

function takePictures(engine, scheme) {
  const command = ['test', '--config', 'tests/sheets/playwright.config.ts', `--project=${engine}`];
  const { status } = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', ...command], {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: findBrowser(), SHEET_SCHEME: scheme, SHEET_FOLDER: PICTURES },
  });
  if (status !== 0) throw new Refusal(`The pages could not be opened in ${engine}; the lines above say why.`);
}

/** One row for each page of an app: its picture in each engine. */
function rowsOf(folder) {
  const pages = new Set(readdirSync(folder).map((file) => file.replace(/\.[a-z]+\.png$/, '')));
  return [...pages].sort().map((page) => {
    const files = ENGINES.map((engine) => join(folder, `${page}.${engine}.png`)).filter((file) => existsSync(file));
    return { path: page.replaceAll('_', '/'), pictures: files.map((file) => readFileSync(file)) };
  });
}

async function main() {
  const args = process.argv.slice(2);
  const unknown = args.filter((word) => ![...ENGINES, ...SCHEMES].includes(word));
  if (unknown.length > 0) throw new Refusal(`${unknown.join()}: not one of ${[...ENGINES, ...SCHEMES].join(', ')}.`);
  const chosen = (names) => (names.some((name) => args.includes(name)) ? names.filter((name) => args.includes(name)) : names);
  for (const scheme of chosen(SCHEMES)) for (const engine of chosen(ENGINES)) takePictures(engine, scheme);
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  mkdirSync(SHEETS, { recursive: true });
  for (const app of readdirSync(PICTURES)) {
    for (const scheme of readdirSync(join(PICTURES, app))) {
      for (const width of readdirSync(join(PICTURES, app, scheme))) {
        const heading = `${app}, ${width} px, ${scheme}: ${ENGINES.join(', ')}`;
        const html = sheetOf(heading, rowsOf(join(PICTURES, app, scheme, width)), scheme);
        await writeSheet(browser, join(SHEETS, `${app}-${width}-${scheme}.png`), html);
      }
    }
  }
  await browser.close();
}

main().catch((error) => {
  console.error(`\n${error instanceof Refusal ? error.message : error.stack}`);
  process.exitCode = 1;
});
