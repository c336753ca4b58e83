// Cold deep links: how many requests, bytes and dependent round trips ("rounds") a page costs until its content is shown,
// compared with the same pages built as one app; and the scripts of all pages together. `npm run bench -- rounds`;
// `node tests/bench/rounds.mjs --each` lists every script.
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../tools/browser.mjs';
import { startBuiltSite } from '../../tools/built-site.mjs';
import { startMonolith } from './monolith/serve.mjs';
import { report, row } from './rows.mjs';

const LATENCY_MS = 100;
const MAX_ROUNDS = 2;
const MAX_BYTES_RATIO = 1.15;
const MAX_FILES_RATIO = 1.5;
/** A page has all its scripts when it has requested nothing for this long. */
const QUIET_MS = 800;
const MAX_QUIET_MS = 5000;
const BYTES_PER_SECOND = 10_000_000 / 8;
const ROOT = resolve(import.meta.dirname, '../..');
process.chdir(ROOT);

const PAGES = [
  { path: '/', ready: 'main a[href="/about"]' },
  { path: '/projects/egg-prices', ready: 'table' },
  { path: '/projects/sensor-dashboard', ready: 'main dl' },
  { path: '/projects/analog-clock', ready: 'main svg' },
  { path: '/projects/cameras', ready: 'main article' },
];

/** Longest chain of requests in which each starts after the previous one has ended; the HTML is link zero. */
function rounds(requests) {
  const byStart = [...requests].sort((a, b) => a.start - b.start);
  for (const [index, request] of byStart.entries()) {
    request.depth =
      1 +
      Math.max(
        0,
        ...byStart
          .slice(0, index)
          .filter((earlier) => earlier.end <= request.start)
          .map((earlier) => earlier.depth),
      );
  }
  return Math.max(0, ...byStart.map((request) => request.depth));
}

/** Runs in the page: the time, in ms since 1970, of the first frame with the content. Polled from outside, it would be later. */
function watchContent(ready) {
  globalThis.shownAt = new Promise((done) => {
    const look = () => {
      if (document.querySelector(ready)) done(performance.timeOrigin + performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
}

async function measure(browser, origin, { path, ready }) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(watchContent, ready);
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  const seen = new Map();
  let clockStart;
  client.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime, type }) => {
    clockStart ??= wallTime - timestamp;
    if (!request.url.startsWith('data:'))
      seen.set(requestId, { url: request.url, type, start: timestamp, end: Infinity, bytes: 0 });
  });
  client.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = seen.get(requestId);
    if (request) Object.assign(request, { end: timestamp, bytes: encodedDataLength });
  });
  await page.goto(origin + path, { waitUntil: 'domcontentloaded' });
  await page.locator(ready).first().waitFor();
  const shownAt = (await page.evaluate(() => globalThis.shownAt)) / 1000 - clockStart;
  // The content needed what had arrived by then; nobody waits for later requests.
  // The document itself may still be loading when its first text is on the screen.
  const [html, ...others] = [...seen.values()].map((request) => ({ ...request }));
  const rest = others.filter(({ end }) => end < shownAt);
  const all = [html, ...rest];
  await context.close();
  const code = rest.filter(({ type }) => ['Script', 'Stylesheet'].includes(type));
  return {
    requests: all.length,
    code: code.length,
    kB: all.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    codeKB: code.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    rounds: rounds(rest),
    shown: (shownAt - html.start) * 1000,
  };
}

/** Every page that the document lists, the shell's own and those of the remotes. */
async function allPaths(origin) {
  const html = await (await fetch(origin)).text();
  const { remotes } = JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)[1]);
  const { shellPages } = await import(resolve(ROOT, 'apps/shell/dist/server/entry-server.js'));
  return [
    ...shellPages.map(({ path }) => path),
    ...remotes.flatMap(({ routes }) => routes.flatMap(({ path, example }) => (path.includes('/:') ? (example ?? []) : path))),
  ];
}

/**
 * The scripts that a visitor loads when opening every page with one cache: each file once, with its bytes as sent, compressed and
 * without headers.
 */
async function scriptsOfAllPages(browser, origin, paths) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  const urls = new Map();
  const bytes = new Map();
  let lastAt = 0;
  client.on('Network.requestWillBeSent', () => {
    lastAt = performance.now();
  });
  client.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) urls.set(requestId, response.url);
  });
  const received = new Map();
  client.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    received.set(requestId, (received.get(requestId) ?? 0) + encodedDataLength),
  );
  client.on('Network.loadingFinished', ({ requestId }) => {
    lastAt = performance.now();
    const url = urls.get(requestId);
    if (url) bytes.set(url, Math.max(bytes.get(url) ?? 0, received.get(requestId) ?? 0));
  });
  for (const path of paths) {
    await page.goto(origin + path, { waitUntil: 'load' });
    const loadedAt = performance.now();
    lastAt = loadedAt;
    // A page may send requests forever; its scripts are loaded by then.
    while (performance.now() - lastAt < QUIET_MS && performance.now() - loadedAt < MAX_QUIET_MS) await page.waitForTimeout(50);
  }
  await context.close();
  return bytes;
}

/** `--each`: every file and its size, largest first. */
function listScripts(name, bytes) {
  console.log(`\n${name}`);
  for (const [url, size] of [...bytes].toSorted(([, a], [, b]) => b - a))
    console.log(`${String(size).padStart(8)}  ${new URL(url).pathname}`);
}

const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const federated = await startBuiltSite();
const monolith = await startMonolith(federated.url);
const rows = [];
console.log(
  `Cold cache, ${LATENCY_MS} ms a round trip, 10 Mbit/s. Everything until the content is shown; rounds after the HTML\n`,
);
console.log('page                          build      requests  scripts+css      kB  code kB  rounds  shown ms');
for (const page of PAGES) {
  const roundsOf = {};
  for (const [name, site] of [
    ['federated', federated],
    ['monolith', monolith],
  ]) {
    const runs = [];
    for (let run = 0; run < 3; run += 1) runs.push(await measure(browser, site.url, page));
    const median = runs.sort((a, b) => a.shown - b.shown)[1];
    roundsOf[name] = median.rounds;
    const cells = [
      median.requests,
      median.code,
      median.kB.toFixed(1),
      median.codeKB.toFixed(1),
      median.rounds,
      median.shown.toFixed(0),
    ];
    console.log(
      page.path.padEnd(30) +
        name.padEnd(11) +
        cells.map((cell, index) => String(cell).padStart([8, 12, 8, 8, 7, 9][index])).join(' '),
    );
  }
  const { federated: ours, monolith: peerFigure } = roundsOf;
  const what = `rounds: after the HTML of ${page.path}`;
  const goal = `at most ${MAX_ROUNDS}`;
  rows.push(row({ what, ours, unit: 'rounds', peer: 'the same pages as one app', peerFigure, goal, ok: ours <= MAX_ROUNDS }));
}
const paths = await allPaths(federated.url);
const ours = await scriptsOfAllPages(browser, federated.url, paths);
const peerScripts = await scriptsOfAllPages(browser, monolith.url, paths);
if (process.argv.includes('--each')) {
  listScripts('federated', ours);
  listScripts('one app', peerScripts);
}
const sizeOf = (bytes) => [...bytes.values()].reduce((sum, size) => sum + size, 0);
for (const [unit, read, maxRatio] of [
  ['bytes', sizeOf, MAX_BYTES_RATIO],
  ['files', ({ size }) => size, MAX_FILES_RATIO],
]) {
  const what = `scripts of all ${paths.length} pages`;
  const [mine, theirs] = [read(ours), read(peerScripts)];
  const goal = `at most ${maxRatio}× the peer`;
  rows.push(
    row({ what, ours: mine, unit, peer: 'the same pages as one app', peerFigure: theirs, goal, ok: mine <= maxRatio * theirs }),
  );
}
await browser.close();
monolith.close();
await federated.close();
report('rounds', rows);
