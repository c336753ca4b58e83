// `npm run resume:pdf`: builds the site and prints its résumé page to var/resume.pdf.
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './browser.mjs';
import { buildAll } from './build.mjs';
import { makeReady, Refusal } from './ready.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

async function print(url) {
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    await page.goto(`${url}/about`);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    // Tagged and with an outline, so that it can be read aloud and walked through.
    return await page.pdf({ format: 'A4', preferCSSPageSize: true, tagged: true, outline: true });
  } finally {
    await browser.close();
  }
}

async function main() {
  const isBuilt = await makeReady(() => {
    console.log('• Building shell, remotes and API');
    return buildAll({ isQuiet: true });
  });
  if (!isBuilt) throw new Refusal('The build failed; the lines above say why.');
  const { startBuiltSite } = await import('./built-site.mjs');
  const site = await startBuiltSite();
  try {
    const pdf = await print(site.url);
    mkdirSync(resolve('var'), { recursive: true });
    writeFileSync(resolve('var/resume.pdf'), pdf);
    const pages = pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;
    console.log(`• var/resume.pdf: ${pages} ${pages === 1 ? 'page' : 'pages'}, ${Math.round(pdf.length / 1000)} kB`);
  } finally {
    await site.close();
  }
}

main().catch((error) => {
  console.error(`\n${error instanceof Refusal ? error.message : error.stack}`);
  process.exitCode = 1;
});
