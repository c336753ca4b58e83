// How soon a page shows something in Chromium, Firefox and WebKit. The first paint that has the heading, of the home page and of a
// remote's page, is compared with the same page as static HTML in the same engine: what the page shows in the end, without scripts.
// The first frame with what the remote draws is compared with the same pages as one app. Cold cache, 10 Mbit/s, medians of alternating
// visits. `npm run bench -- engines`.
import { resolve } from 'node:path';
import { findBrowser } from '../../tools/browser.mjs';
import { startBuiltSite } from '../../tools/built-site.mjs';
import { FIREFOX, WEBKIT } from '../../tools/engines.mjs';
import { startBarePages, withoutScripts } from './bare-pages.mjs';
import { importSource } from './import-source.mjs';
import { startMonolith } from './monolith/serve.mjs';
import { median, report, row } from './rows.mjs';
import { slowConnection } from './slow-connection.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));

const { openEngine } = await importSource('tests/support/engines/open-engine.ts');

/** As in the bench `rounds`. */
const CONNECTION = { roundTripMs: 100, bytesPerSecond: 10_000_000 / 8 };
const ROUNDS = 5;
const VISITOR = { scheme: 'light', reducesMotion: false };
const HEADING = 'h1';
const DRAWN = 'main svg';
const PAGES = [
  { path: '/', shows: HEADING },
  { path: '/projects/analog-clock', shows: DRAWN },
];
const GOALS = { heading: 1.2, drawn: 1.2 };

/** Runs before the page's scripts: notes the first frame with something visible for each selector, in ms since 1970. */
function watchContent(selectors) {
  const shownAt = {};
  globalThis.shownAt = shownAt;
  const isShown = (selector) => document.querySelector(selector)?.getClientRects().length > 0;
  const look = () => {
    const now = performance.timeOrigin + performance.now();
    for (const selector of selectors) if (!(selector in shownAt) && isShown(selector)) shownAt[selector] = now;
    if (selectors.some((selector) => !(selector in shownAt))) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
const WATCH = `(${watchContent})(${JSON.stringify([HEADING, DRAWN])});`;

/** Runs in the page: waits until it shows this, and returns what was noted, with the time of the first paint. */
function readTimes(selector) {
  return new Promise((done) => {
    const look = () => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      if (!paint || !(selector in globalThis.shownAt)) return setTimeout(look, 20);
      return done({ paint: performance.timeOrigin + paint.startTime, ...globalThis.shownAt });
    };
    look();
  });
}

/**
 * One visit. Its own connection has its own port, for which the browser has nothing in its cache. Time is counted from here: WebKit's
 * own clock starts when the document arrives, if another process shows it.
 */
async function visit(driver, siteUrl, { path, shows }) {
  const connection = await slowConnection(siteUrl, CONNECTION);
  try {
    const start = Date.now();
    await driver.goto(connection.url + path);
    const times = await driver.evaluate(`(${readTimes})(${JSON.stringify(shows)})`);
    await driver.goto('about:blank');
    const since = (...at) => Math.max(...at) - start;
    return { heading: since(times.paint, times[HEADING]), drawn: since(times.paint, times[shows]) };
  } finally {
    connection.close();
  }
}

/** Each page's document once the page is shown. */
async function shownDocuments(driver, siteUrl) {
  const documents = {};
  for (const { path, shows } of PAGES) {
    await driver.goto(siteUrl + path);
    await driver.evaluate(`(${readTimes})(${JSON.stringify(shows)})`);
    documents[path] = withoutScripts(`<!doctype html>${await driver.evaluate('document.documentElement.outerHTML')}`);
  }
  return documents;
}

const site = await startBuiltSite();
const chromium = {
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
};
const open = (engine) => openEngine(engine, chromium, VISITOR, WATCH);
const first = await open('chromium');
const bare = await startBarePages(site.url, await shownDocuments(first.driver, site.url));
await first.close();
const monolith = await startMonolith(site.url);

const engines = ['chromium'];
for (const { name, title, isInstalled } of [FIREFOX, WEBKIT])
  if (isInstalled()) engines.push(name);
  else console.log(`${title} is not installed, so it is not measured`);

const rows = [];
for (const engine of engines) {
  const { driver, close } = await open(engine);
  try {
    for (const page of PAGES) {
      const visits = { ours: [], bare: [], monolith: [] };
      for (let round = 0; round < ROUNDS; round += 1) {
        visits.ours.push(await visit(driver, site.url, page));
        visits.bare.push(await visit(driver, bare.url, page));
        if (page.shows === DRAWN) visits.monolith.push(await visit(driver, monolith.url, page));
      }
      if (process.argv.includes('--each')) console.log(driver.engine, page.path, visits);
      const compare = (what, name, peer, peerVisits) => {
        const [ours, peerFigure] = [visits.ours, peerVisits].map((list) => median(list.map((one) => one[name])));
        const goal = `at most ${GOALS[name]}× the peer`;
        const ok = ours <= GOALS[name] * peerFigure;
        rows.push(row({ what: `${driver.engine}: ${what}`, ours, unit: 'ms', peer, peerFigure, goal, ok }));
      };
      compare(`${page.path}, heading`, 'heading', 'static HTML', visits.bare);
      if (page.shows === DRAWN) compare(`${page.path}, clock`, 'drawn', 'one app', visits.monolith);
    }
  } finally {
    await close();
  }
}
monolith.close();
bare.close();
await site.close();
report('engines', rows);
