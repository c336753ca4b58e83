// What field data costs. For a visitor: the scripts that collect it and the bytes that a page view sends, compared with the minimum that
// measures the same things, Google's web-vitals and one beacon; and the main thread's processor time from the visitor's first move to the
// next page, compared with the same page for a visitor who opts out. For the server: responses to both kinds of beacons per second of
// its processor time, compared with bare Express, which parses the same JSON. `npm run bench -- field-data`.
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../tools/browser.mjs';
import { startBuiltSite } from '../../tools/built-site.mjs';
import { builtScripts, startBareVitals } from './bare-vitals/serve.mjs';
import { beaconRates } from './field-data-server.mjs';
import { importSource } from './import-source.mjs';
import { taskTime } from './main-thread.mjs';
import { median, report, row } from './rows.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));

const ROUNDS = 5;
const PAGE = '/about';
const GOALS = {
  /** Besides measuring, they report how each page view ended, and errors with their stacks. */
  script: 2,
  /** A view is reported once the page is shown, its measurements when it is left: two requests, and most of their bytes are headers. */
  sent: 2.5,
  /** A frame of a screen that shows sixty a second. */
  mainThreadMs: 1000 / 60,
  /** Of bare Express's rate. The rest pays for request ids, counters, the log, the guards, validating the body, and counting. */
  responses: 0.25,
};
/** Longer than reports are batched for. */
const READ_MS = 1_500;
const WAIT_MS = 10_000;
const MINIMUM = 'web-vitals and one beacon';

const { startFaultProxy } = await importSource('tests/support/fault-proxy.ts');

/** Bytes of a request line and headers as HTTP/1.1. */
const headBytes = ({ method, url, rawHeaders }) =>
  `${method} ${url} HTTP/1.1\r\n\r\n`.length + rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);

/** A proxy in front of a site that adds up what pages post. */
async function countingProxy(siteUrl) {
  const proxy = await startFaultProxy(siteUrl);
  const posted = { count: 0, bytes: 0 };
  proxy.inject({
    path: /^/,
    answer(response, request, pass) {
      if (request.method === 'POST') {
        posted.bytes += headBytes(request);
        request.on('data', ({ length }) => (posted.bytes += length)).once('end', () => (posted.count += 1));
      }
      pass();
    },
  });
  return { ...proxy, posted };
}

/** Runs before the page's scripts. */
const objectToBeingCounted = () => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true });

/**
 * One cold visit: the visitor moves the pointer, clicks once and leaves.
 * @param beacons that the page sends
 * @returns milliseconds of the main thread's processor time, and bytes sent by beacons
 */
async function visit(browser, { url, posted }, path, beacons, prepare) {
  // A page at rest: otherwise its frames would cost more than what is measured.
  const options = { viewport: { width: 960, height: 640 }, serviceWorkers: 'block', reducedMotion: 'reduce' };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  if (prepare) await page.addInitScript(prepare);
  Object.assign(posted, { count: 0, bytes: 0 });
  await page.goto(url + path, { waitUntil: 'networkidle' });
  const ms = await taskTime(browser, page, async () => {
    await page.mouse.move(300, 300);
    await page.mouse.click(5, 320);
    await page.waitForTimeout(READ_MS);
    // On the same site, so that the same process shows it.
    await page.goto(`${url}/robots.txt`);
    for (let waited = 0; posted.count < beacons && waited < WAIT_MS; waited += 10) await delay(10);
  });
  await context.close();
  if (posted.count !== beacons) throw new Error(`${url}${path} has sent ${posted.count} beacons, not ${beacons}`);
  return { ms, bytes: posted.bytes };
}

async function visitorRows() {
  const ours = await builtScripts('apps/shell/src/telemetry/telemetry.ts');
  const minimum = await builtScripts('tests/bench/bare-vitals/main.ts');
  const scriptBytes = (scripts) => scripts.reduce((sum, { length }) => sum + length, 0);
  console.log(`scripts: ${ours.map(({ length }) => length).join(' + ')} bytes; ${MINIMUM}: ${scriptBytes(minimum)}`);

  const site = await startBuiltSite(['shell']);
  const bare = await startBareVitals(minimum[0]);
  const proxies = { site: await countingProxy(site.url), bare: await countingProxy(bare.url) };
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-quic'] });
  const visits = { counted: [], optedOut: [], bare: [] };
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      // The outcome of the page view, and its measurements.
      visits.counted.push(await visit(browser, proxies.site, PAGE, 2));
      visits.optedOut.push(await visit(browser, proxies.site, PAGE, 0, objectToBeingCounted));
      visits.bare.push(await visit(browser, proxies.bare, '/', 1));
    }
  } finally {
    await browser.close();
    for (const server of [proxies.site, proxies.bare, bare, site]) await server.close();
  }
  if (process.argv.includes('--each')) console.log(visits);

  const compare = (what, unit, figure, peer, peerFigure, goal, ok) =>
    row({ what: `field data: ${what}`, ours: figure, unit, peer, peerFigure, goal, ok });
  const bytes = (what, figure, peerFigure, times) =>
    compare(what, 'bytes', figure, MINIMUM, peerFigure, `at most ${times}× the peer`, figure <= times * peerFigure);
  const medianOf = (name, figure) => median(visits[name].map((one) => one[figure]));
  const [ms, optedOutMs] = [medianOf('counted', 'ms'), medianOf('optedOut', 'ms')];
  const msGoal = `under ${GOALS.mainThreadMs.toFixed(1)} ms more`;
  return [
    bytes('scripts', scriptBytes(ours), scriptBytes(minimum), GOALS.script),
    bytes('sent by a page view', medianOf('counted', 'bytes'), medianOf('bare', 'bytes'), GOALS.sent),
    compare('main thread', 'ms of CPU', ms, 'the visitor opts out', optedOutMs, msGoal, ms - optedOutMs < GOALS.mainThreadMs),
  ];
}

async function serverRows() {
  const rates = await beaconRates(PAGE);
  return rates.map(({ path, site, bare }) =>
    row({
      what: `field data: POST ${path}`,
      ours: site,
      unit: 'responses/s of CPU',
      peer: 'bare Express, the same JSON',
      peerFigure: bare,
      goal: `at least ${GOALS.responses}× the peer`,
      ok: site >= GOALS.responses * bare,
    }),
  );
}

const rows = [...(await visitorRows()), ...(await serverRows())];
report('field-data', rows);
