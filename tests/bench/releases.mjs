// What a release over the network sends and how long visitors wait for it: one page of a remote with a changed sentence, built by Vite, and
// released to a site on this machine. Its peer is the whole build as one compressed archive, sent in one PUT to a bare Node server.
// `npm run bench -- releases`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { join, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { startBuiltSite } from '../../tools/built-site.mjs';
import { median, report, row } from './rows.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
process.chdir(ROOT);
const { main } = await import('../../libs/releases/dist/index.js');

const APP = 'demos-games';
const CHANGED = join('src', 'tennis-ball-gun', 'how-to-play.tsx');
const TEXT = 'Gladiators climb down.';
const TURNS = 5;
const GOALS = { changed: 1.2, compressed: 2, releaseMs: 2_000, rollbackMs: 1_000 };

mkdirSync('tmp', { recursive: true });
const folder = mkdtempSync(resolve('tmp', 'bench-releases-'));

/** The remote as its team would build it after changing one sentence. @returns the build's folder */
async function changedBuild(turn) {
  const outDir = join(folder, `build-${turn}`);
  const change = {
    name: 'a changed sentence',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith(CHANGED) ? code.replace(TEXT, `Gladiators climb down, ${turn}.`) : null),
  };
  const root = join(ROOT, 'apps', APP);
  process.chdir(root);
  try {
    await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'error', plugins: [change], build: { outDir } });
  } finally {
    process.chdir(ROOT);
  }
  return outDir;
}

const filesIn = (at) => readdirSync(at, { recursive: true }).filter((name) => statSync(join(at, name)).isFile());

/** Bytes of the files whose content is new: as they are, and each compressed if that makes it smaller, as the site stores and serves them. */
function changedBytes(next, before) {
  const known = new Set(filesIn(before).map((name) => readFileSync(join(before, name), 'base64')));
  const changed = filesIn(next).filter((name) => !known.has(readFileSync(join(next, name), 'base64')));
  const contents = changed.map((name) => readFileSync(join(next, name)));
  const sum = (sizes) => sizes.reduce((total, size) => total + size, 0);
  return {
    plain: sum(contents.map(({ length }) => length)),
    compressed: sum(contents.map((content) => Math.min(content.length, brotliCompressSync(content).length))),
  };
}

/** A TCP proxy that counts the bytes sent to the site, including headers. */
async function countingProxy() {
  let sent = 0;
  let target = 0;
  const proxy = createTcpServer((client) => {
    const server = connect(target, 'localhost');
    client.on('data', (bytes) => (sent += bytes.length));
    for (const [from, to] of [
      [client, server],
      [server, client],
    ]) {
      from.pipe(to);
      from.on('error', () => to.destroy());
    }
  });
  await new Promise((done) => proxy.listen(0, 'localhost', done));
  return {
    url: `http://localhost:${proxy.address().port}`,
    forwardTo: (url) => (target = Number(new URL(url).port)),
    sent: () => sent,
    close: () => proxy.close(),
  };
}

async function site(args, env) {
  const lines = [];
  const { log, error } = console;
  console.log = console.error = (text) => lines.push(text);
  const code = await main(args, env).finally(() => Object.assign(console, { log, error }));
  if (code !== 0) throw new Error(lines.join('\n'));
}

const serialOf = async (url) => Number((await fetch(url)).headers.get('x-release-set'));

/** Milliseconds until a document of the site shows the command's effect. */
async function visibleAfter(url, work) {
  const before = await serialOf(url);
  const start = performance.now();
  await work();
  while ((await serialOf(url)) === before);
  return performance.now() - start;
}

/** Packs the build and sends it to a server that discards it. */
async function sendWhole(at) {
  const server = createServer((request, response) => request.resume().on('end', () => response.end()));
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const start = performance.now();
  const archive = spawnSync('tar', ['-czf', '-', '-C', at, '.'], { maxBuffer: 1e8 }).stdout;
  await fetch(`http://127.0.0.1:${server.address().port}`, { method: 'PUT', body: archive });
  const ms = performance.now() - start;
  server.close();
  return { bytes: archive.length, ms };
}

const proxy = await countingProxy();
const built = await startBuiltSite(undefined, { PUBLIC_ORIGIN: proxy.url });
proxy.forwardTo(built.url);
const env = { RELEASE_SIGNING_KEY: built.signingKey };
const found = { sent: [], changed: [], compressed: [], release: [], rollback: [], whole: [], wholeMs: [] };
let before = join(ROOT, 'apps', APP, 'dist');
for (let turn = 1; turn <= TURNS; turn += 1) {
  const next = await changedBuild(turn);
  const { plain, compressed } = changedBytes(next, before);
  found.changed.push(plain);
  found.compressed.push(compressed);
  const sentBefore = proxy.sent();
  found.release.push(await visibleAfter(built.url, () => site(['release', APP, '--from', next, '--to', proxy.url], env)));
  found.sent.push(proxy.sent() - sentBefore);
  found.rollback.push(await visibleAfter(built.url, () => site(['rollback', APP, '--to', proxy.url], env)));
  const whole = await sendWhole(next);
  found.whole.push(whole.bytes);
  found.wholeMs.push(whole.ms);
  before = next;
}
proxy.close();
await built.close();
rmSync(folder, { recursive: true });

const mid = Object.fromEntries(Object.entries(found).map(([name, figures]) => [name, median(figures)]));
const archive = 'the whole build as one archive';
const sent = (peer, peerFigure, times) =>
  row({
    what: 'a small change: bytes sent',
    ours: mid.sent,
    unit: 'bytes',
    peer,
    peerFigure,
    goal: times === 1 ? 'less than the peer' : `less than ${times}× the peer`,
    ok: mid.sent < times * peerFigure,
  });
report('releases', [
  sent('its changed files', mid.changed, GOALS.changed),
  sent('its changed files, compressed', mid.compressed, GOALS.compressed),
  sent(archive, mid.whole, 1),
  row({
    what: 'release until it is visible',
    ours: mid.release,
    unit: 'ms',
    peer: archive,
    peerFigure: mid.wholeMs,
    goal: `under ${GOALS.releaseMs} ms`,
    ok: mid.release < GOALS.releaseMs,
  }),
  row({
    what: 'rollback until it is visible',
    ours: mid.rollback,
    unit: 'ms',
    goal: `under ${GOALS.rollbackMs} ms`,
    ok: mid.rollback < GOALS.rollbackMs,
  }),
]);
