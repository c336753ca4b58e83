// `npm run stills`: takes the still of every page that a remote's `stills.mjs` describes, in light and dark colors and in two
// widths, and writes them into the remote's `stills/`. Arguments select stills by name (`npm run stills -- clock balls`). Look at
// every picture before you commit it.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from './command.mjs';
import { findBrowser } from './browser.mjs';
import { buildAll } from './build.mjs';
import { frontEnds } from './front-ends.mjs';
import { makeReady } from './ready.mjs';
import { openSettled, pictureOf, PLACE, TIME } from './settled-page.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

/** Two cameras, and WebGL on a machine without a graphics card. */
const FLAGS = [
  '--no-sandbox',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream=device-count=2,fps=30',
  '--enable-unsafe-swiftshader',
];
/** From best to worst; a picture that exceeds its size limit even at the worst has too much detail for a card. */
const QUALITIES = [86, 80, 74, 68, 62, 56, 50, 44, 38, 32, 26];
const MAX_LOOKS = 20;

/**
 * All stills that the remotes describe, by name: the page's `address`; `size` of the window; `of(page)`, the element, or the box
 * in px, that is shown instead of the window, with a `margin` as a fraction of its size, `fromTop` if it is longer than a still;
 * `hide`, a selector of what is not the exhibit; `prepare(page, url)` before the page is opened and `ready(page)` after that;
 * `moves` for a page that shows nothing while motion is paused; `sharpness`, pixels of the screenshot for each CSS pixel.
 */
async function describedStills() {
  const found = [];
  for (const app of frontEnds()) {
    const file = resolve('apps', app, 'stills.mjs');
    if (!existsSync(file)) continue;
    for (const [name, how] of Object.entries((await import(file)).default)) found.push({ app, name, how });
  }
  return found;
}

/** A name without pictures gets placeholders, because the build and the gate refuse a contract whose stills are missing. */
async function prepareFolders(stills, { sharp, stillFiles, STILL_SIZE }) {
  for (const app of new Set(stills.map((one) => one.app))) {
    const expected = stills.filter((one) => one.app === app).flatMap(({ name }) => stillFiles(name).map(({ file }) => file));
    const folder = resolve('apps', app, 'stills');
    mkdirSync(folder, { recursive: true });
    for (const file of readdirSync(folder)) if (!expected.includes(`stills/${file}`)) rmSync(resolve(folder, file));
    const missing = expected.filter((file) => !existsSync(resolve('apps', app, file)));
    const plain = sharp({ create: { ...STILL_SIZE, channels: 3, background: '#888' } }).webp();
    for (const file of missing) writeFileSync(resolve('apps', app, file), await plain.toBuffer());
  }
}

/** The smallest part of the page, in the shape of a still, that contains the whole box, or, from its top, its whole width. */
function frameAround(box, { width, height }, { margin = 0.05, fromTop = false }) {
  const grown = { width: box.width * (1 + 2 * margin), height: box.height * (1 + 2 * margin) };
  const wide = fromTop ? grown.width : Math.max(grown.width, (grown.height * width) / height);
  const high = (wide * height) / width;
  const y = fromTop ? box.y - box.width * margin : box.y + (box.height - high) / 2;
  return { width: wide, height: high, x: Math.max(0, box.x + (box.width - wide) / 2), y: Math.max(0, y) };
}

async function takeStill(browser, url, how, scheme, shape) {
  const { address, size = shape, of, hide, moves = false, prepare, ready, sharpness = 1 } = how;
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: sharpness,
    colorScheme: scheme,
    reducedMotion: moves ? 'no-preference' : 'reduce',
    ...PLACE,
    permissions: ['camera', 'microphone', 'geolocation', 'accelerometer', 'gyroscope', 'magnetometer'],
    geolocation: { latitude: 48.8584, longitude: 2.2945 },
    // For the style that hides what is not the exhibit.
    bypassCSP: true,
  });
  try {
    const page = await context.newPage();
    if (!moves) await page.clock.setFixedTime(TIME);
    await prepare?.(page, url);
    await openSettled(page, url + address);
    await ready?.(page);
    if (hide) await page.addStyleTag({ content: `${hide} { visibility: hidden !important; }` });
    const part = of?.(page);
    const box = part?.boundingBox ? await part.boundingBox() : part;
    const clip = box ? frameAround(box, shape, how) : undefined;
    // What moves never looks the same twice.
    return await pictureOf(page, moves ? 0 : MAX_LOOKS, {
      clip,
      fullPage: clip !== undefined,
      animations: moves ? 'allow' : 'disabled',
    });
  } finally {
    await context.close();
  }
}

/** The best quality within the size limit. @throws Refusal when there is none */
async function encode(sharp, picture, { file, width, maxBytes }, { height, width: fullWidth }) {
  const resized = sharp(picture).resize(width, Math.round((width * height) / fullWidth), { kernel: 'lanczos3' });
  for (const quality of QUALITIES) {
    const bytes = await resized.clone().webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (bytes.length <= maxBytes) return { bytes, quality };
  }
  throw new Refusal(`${file} does not fit into ${maxBytes} bytes: show a smaller part of the page.`);
}

/** Both schemes of one still, in every width; nothing is written unless all of it succeeds. */
async function makeStill(browser, url, { app, how }, { sharp, files, shape }) {
  const made = [];
  for (const scheme of ['light', 'dark']) {
    const picture = await takeStill(browser, url, how, scheme, shape);
    for (const one of files.filter((each) => each.scheme === scheme)) {
      made.push({ file: one.file, ...(await encode(sharp, picture, one, shape)) });
    }
  }
  for (const { file, bytes, quality } of made) {
    writeFileSync(resolve('apps', app, file), bytes);
    console.log(`• apps/${app}/${file}: ${(bytes.length / 1000).toFixed(1)} kB, quality ${quality}`);
  }
}

async function main() {
  const args = process.argv.slice(2);
  const stills = await describedStills();
  const wanted = stills.filter(({ name }) => args.length === 0 || args.some((word) => name.includes(word)));
  if (wanted.length === 0)
    throw new Refusal(`No still has that in its name. The stills: ${stills.map(({ name }) => name).join(' ')}`);
  const build = async (only) => {
    if (!(await buildAll({ isQuiet: true, only }))) throw new Refusal('The build failed; the lines above say why.');
  };
  // The remotes are built with their stills, whose shape is in a library that has to be built first.
  await makeReady(() => build('contracts'));
  const { stillFiles, STILL_SIZE } = await import('../libs/contracts/dist/index.js');
  const sharp = createRequire(resolve('apps/api/package.json'))('sharp');
  await prepareFolders(stills, { sharp, stillFiles, STILL_SIZE });
  await build();
  const { startBuiltSite } = await import('./built-site.mjs');
  const { chromium } = await import('@playwright/test');
  const site = await startBuiltSite();
  let browser;
  try {
    browser = await chromium.launch({ executablePath: findBrowser(), args: FLAGS });
    const failed = [];
    for (const one of wanted) {
      try {
        await makeStill(browser, site.url, one, { sharp, files: stillFiles(one.name), shape: STILL_SIZE });
      } catch (error) {
        // The others are still made.
        console.error(`${one.name}: ${error.message}`);
        failed.push(one.name);
      }
    }
    if (failed.length > 0) throw new Refusal(`Not made: ${failed.join(' ')}`);
  } finally {
    await browser?.close();
    await site.close();
  }
}

main().catch((error) => {
  console.error(`\n${error instanceof Refusal ? error.message : error.stack}`);
  process.exitCode = 1;
});
