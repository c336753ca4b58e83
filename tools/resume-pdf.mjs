// `npm run resume:pdf`: builds the site and prints its résumé page to apps/shell/content/resume.pdf. From the next build of the shell on,
// visitors find it at /resume.pdf, until the content changes.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from './command.mjs';
import { findBrowser } from './browser.mjs';
import { buildAll } from './build.mjs';
import { makeReady } from './ready.mjs';
import { RESUME_PDF, resumeMark } from './resume-mark.cjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

const CONTENT = 'apps/shell/content';

async function print(url) {
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    await page.goto(`${url}/about`);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    // Links into the site would lead to this machine.
    await page.evaluate(() => document.querySelectorAll('a[href^="/"]').forEach((link) => link.removeAttribute('href')));
    // Tagged and with an outline, for screen readers and navigation.
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
    writeFileSync(resolve(CONTENT, RESUME_PDF), Buffer.concat([pdf, Buffer.from(`\n${resumeMark(CONTENT)}`)]));
    const pages = pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;
    console.log(`• ${CONTENT}/${RESUME_PDF}: ${pages} ${pages === 1 ? 'page' : 'pages'}, ${Math.round(pdf.length / 1000)} kB`);
  } finally {
    await site.close();
  }
}

main().catch((error) => {
  console.error(`\n${error instanceof Refusal ? error.message : error.stack}`);
  process.exitCode = 1;
});
