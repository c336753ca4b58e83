// `npm test`: everything, in the order in which a failure is cheapest to find, and one summary line at the end.
// `npm run check` is the same without the browser.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findBrowser, findHeadlessShell, installBrowsers } from './browser.mjs';
import { buildAll } from './build.mjs';
import { makeReady, Refusal } from './ready.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);
const withBrowser = !process.argv.includes('--no-browser');
const nx = (...words) => ['node_modules/nx/dist/bin/nx.js', ...words, '--output-style=static'];

let passed = 0;
let failed = 0;
let skipped = 0;
/** Browser tests that did not pass at once. */
const secondTries = [];

function count(name, counts, seconds) {
  passed += counts.passed;
  failed += counts.failed;
  skipped += counts.skipped ?? 0;
  const verdict = counts.failed > 0 ? 'FAILED' : 'ok';
  console.log(`\n== ${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds.toFixed(0)} s) ${verdict}`);
}

/** Exit status of a command of Node's; null: it was killed. */
async function run(args, env = {}) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', ...env },
  });
  const [status] = await once(child, 'close');
  return status;
}

/** @param commands arguments of Node, run side by side */
async function step(name, commands, readCounts = () => undefined, env = {}) {
  console.log(`\n== ${name}`);
  const start = performance.now();
  const statuses = await Promise.all(commands.map((args) => run(args, env)));
  const isGood = statuses.every((status) => status === 0);
  const counts = readCounts() ?? { passed: Number(isGood), failed: Number(!isGood) };
  // A runner that died after its last test has failed all the same.
  if (!isGood && counts.failed === 0) counts.failed = 1;
  count(name, counts, (performance.now() - start) / 1000);
}

function readJestCounts() {
  const folder = resolve('tmp/test-results');
  if (!existsSync(folder)) return undefined;
  const results = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(resolve(folder, name), 'utf8')));
  return {
    passed: results.reduce((sum, result) => sum + result.numPassedTests, 0),
    failed: results.reduce((sum, result) => sum + result.numFailedTests + result.numRuntimeErrorTestSuites, 0),
    skipped: results.reduce((sum, result) => sum + result.numPendingTests, 0),
  };
}

/** Full titles of the tests that failed once and passed when they were tried again. */
function flakyTitles({ suites = [], specs = [], title }, path = []) {
  const here = title ? [...path, title] : path;
  const own = specs.flatMap((spec) =>
    spec.tests.some(({ status }) => status === 'flaky') ? [[...here, spec.title].join(' › ')] : [],
  );
  return [...own, ...suites.flatMap((suite) => flakyTitles(suite, here))];
}

function readPlaywrightCounts(path) {
  if (!existsSync(path)) return undefined;
  const report = JSON.parse(readFileSync(path, 'utf8'));
  secondTries.push(...flakyTitles(report));
  const { stats } = report;
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/** One of the projects of tests/playwright.config.ts. */
async function browserStep(name, project, browsers) {
  const report = resolve(`tmp/test-results/playwright-${project}.json.report`);
  await step(
    name,
    [['node_modules/@playwright/test/cli.js', 'test', '--config', 'tests/playwright.config.ts', '--project', project]],
    () => readPlaywrightCounts(report),
    { ...browsers, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  );
}

function npmCiDryRun() {
  console.log('\n== lockfile');
  const start = performance.now();
  const { status, stderr } = spawnSync('npm', ['ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund'], {
    encoding: 'utf8',
  });
  if (status !== 0) console.error(stderr);
  const lock = readFileSync('package-lock.json', 'utf8');
  const clean = !/"resolved": "https?:/.test(lock);
  if (!clean) console.error('package-lock.json records download addresses: run npm install with the .npmrc of this folder.');
  count(
    'lockfile',
    { passed: Number(status === 0) + Number(clean), failed: Number(status !== 0) + Number(!clean) },
    (performance.now() - start) / 1000,
  );
}

/** As slow as all other checks together, and like them on one core: it runs beside them, and what it finds is told after them. */
async function readFormat() {
  const start = performance.now();
  const child = spawn(process.execPath, ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [found, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  const seconds = (performance.now() - start) / 1000;
  return () => {
    console.log(`\n== format\n${found}`.trimEnd());
    count('format', { passed: Number(status === 0), failed: Number(status !== 0) }, seconds);
  };
}

/** What needs neither a database nor a browser. Answers whether all was built. */
async function checkAndBuild() {
  npmCiDryRun();
  const formatRead = readFormat();
  await step('lint', [['node_modules/oxlint/bin/oxlint', '--deny-warnings']]);
  await step('boundaries', [
    [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'err-long',
      'apps',
      'libs',
      'tools',
      'tests',
    ],
  ]);
  await step('class names', [['tools/check-styles.mjs']]);
  await step('dead code', [['node_modules/knip/bin/knip.js', '--no-progress']]);
  const tellFormat = await formatRead;
  tellFormat();
  console.log('\n== build');
  const buildStart = performance.now();
  const built = buildAll();
  count('build', { passed: Number(built), failed: Number(!built) }, (performance.now() - buildStart) / 1000);
  await step('types', [nx('run-many', '-t', 'typecheck', '--parallel=2')]);
  return built;
}

async function main() {
  const start = performance.now();
  rmSync('tmp/test-results', { recursive: true, force: true });
  const browsersInstalled = withBrowser ? installBrowsers() : undefined;
  const built = await makeReady(checkAndBuild);
  await browsersInstalled;
  const browsers = withBrowser ? { CHROMIUM_PATH: findBrowser(), HEADLESS_SHELL_PATH: findHeadlessShell() } : undefined;
  // The API's tests take as long as all others, and mostly wait for disks and deadlines. Nx alone would begin with what others depend on,
  // and leave the API for the end, where nothing is left to run beside it.
  await step('unit and API', [nx('test', 'api'), nx('run-many', '-t', 'test', '--exclude=api', '--parallel=2')], readJestCounts);
  await step('project graph', [['tools/check-graph.mjs']]);
  if (browsers && built) {
    await browserStep('contract and end-to-end', 'shared', browsers);
    await browserStep('paced by cameras and sensors, two at a time', 'paced', browsers);
    await browserStep('timed, alone on the machine', 'timed', browsers);
  }
  if (secondTries.length > 0)
    console.log(`\nPassed at the second try only:\n${secondTries.map((title) => `  ${title}`).join('\n')}`);
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`\nAll of it took ${Math.floor(seconds / 60)} min ${seconds % 60} s.`);
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed > 0 ? 1 : 0;
}

try {
  await main();
} catch (error) {
  console.error(`\n${error instanceof Refusal ? error.message : error.stack}`);
  console.log(`\n${passed} passed, ${failed + 1} failed`);
  process.exitCode = 1;
}
