// `npm test`: everything that a change must pass, in the order in which a failure is cheapest to find.
// `npm run test:all` adds what takes long; `npm test -- --affected` leaves out what the change cannot break.
import { readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildAll } from './build.mjs';
import { WEBKIT } from './engines.mjs';
import { makeReady, Refusal } from './ready.mjs';
import { findAffected, WHOLE_JOURNEYS } from './testing/affected.mjs';
import { checkBudget, printCosts } from './testing/costs.mjs';
import { machineSeconds } from './testing/processor-time.mjs';
import { restOfTests } from './testing/rest.mjs';
import { joinReports, readJest, RESULTS } from './testing/reports.mjs';
import { browserStep, hasEngine } from './testing/browser-step.mjs';
import { staticChecks } from './testing/static-checks.mjs';
import { Tally } from './testing/tally.mjs';
import { findBrowser, findHeadlessShell, installForTests } from './browser.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** What `npm test` asks of an engine beside Chromium. */
const EVERY_PAGE = 'tests/engines/start.spec.ts';
const USAGE = 'npm test [-- --affected [base]], npm run check, npm run test:all [-- --complete]';

/** @throws Refusal when a word is unknown */
function readOptions(words) {
  const options = { isAll: false, isComplete: false, withBrowser: true, affectedBase: undefined };
  for (const [index, word] of words.entries()) {
    if (word === '--all') options.isAll = true;
    else if (word === '--complete') options.isComplete = true;
    else if (word === '--no-browser') options.withBrowser = false;
    else if (word === '--affected') options.affectedBase = 'main';
    else if (words[index - 1] === '--affected') options.affectedBase = word;
    else throw new Refusal(`"${word}" is not an option: ${USAGE}`);
  }
  return options;
}

const nx = (...words) => ['node_modules/nx/dist/bin/nx.js', ...words, '--output-style=static'];

/** Builds everything: what did not change comes from Nx's cache. @returns true if everything was built */
async function build(tally) {
  console.log('\n== build');
  const start = performance.now();
  const isBuilt = await buildAll();
  tally.addCheck('build', isBuilt, start);
  return isBuilt;
}

/** Names as `nx --projects` takes them. */
const only = (affected) => (affected ? [`--projects=${affected.projects.join()}`] : []);

function readUnitReports() {
  const names = readdirSync(RESULTS).filter((name) => name.endsWith('.json'));
  return joinReports(names.map((name) => readJest(name.slice(0, -'.json'.length))));
}

async function unitTests(tally, affected) {
  // The API's tests take as long as all others, and mostly wait for disks. Nx alone would begin with what others depend on, and leave the
  // API for the end, where nothing is left to run beside it.
  const others = nx('run-many', '-t', 'test', '--exclude=api', '--parallel=2', ...only(affected));
  const hasApi = !affected || affected.projects.includes('api');
  await tally.step('unit and API', [...(hasApi ? [nx('test', 'api')] : []), others], { readReport: readUnitReports });
}

/** WebKit by itself: beside other browsers its driver was seen to stop. */
async function browserTests(tally, browsers, affected) {
  const specs = affected?.specs ?? WHOLE_JOURNEYS;
  if (specs.length > 0) await browserStep(tally, 'journeys and contract', ['journeys', 'contract'], browsers, specs);
  if ((!affected || affected.servesEveryPage) && hasEngine(tally, WEBKIT))
    await browserStep(tally, `every page in ${WEBKIT.title}`, [WEBKIT.name], browsers, [EVERY_PAGE]);
}

async function checkSources(tally, affected) {
  await staticChecks(tally, affected?.files);
  await tally.step('project graph', [['tools/check-graph.mjs']]);
}

async function everything(tally, options) {
  rmSync(RESULTS, { recursive: true, force: true });
  const installed = options.withBrowser ? installForTests({ isAll: options.isAll }) : undefined;
  let affected;
  let checked;
  const isBuilt = await makeReady(async () => {
    if (options.affectedBase) affected = tellAffected(findAffected(options.affectedBase));
    checked = checkSources(tally, affected);
    // A whole run finds what is cheapest to find first. The few tests of a small change leave a core to the checks.
    if (!affected) await checked;
    const built = await build(tally);
    await tally.step('types', [nx('run-many', '-t', 'typecheck', '--parallel=2', ...only(affected))]);
    return built;
  });
  await installed;
  const machineBefore = machineSeconds();
  const units = unitTests(tally, affected);
  // Those of a whole run keep all cores busy. The few of a small change leave one to the browser.
  if (!affected) await units;
  const browsers = { CHROMIUM_PATH: findBrowser(), HEADLESS_SHELL_PATH: findHeadlessShell() };
  const withBrowser = options.withBrowser && isBuilt;
  if (withBrowser) await browserTests(tally, browsers, affected);
  await Promise.all([units, checked]);
  if (!withBrowser) return;
  printCosts(tally);
  if (!affected) checkBudget(tally, machineBefore);
  if (options.isAll) await restOfTests(tally, browsers);
}

function tellAffected(affected) {
  if (!affected) console.log('The change can break everything: it touches tools or the configuration of the workspace.');
  else
    console.log(
      `Affected: ${affected.projects.join(', ') || 'no project'}; browser tests: ${affected.specs.join(', ') || 'none'}`,
    );
  return affected;
}

async function main() {
  const start = performance.now();
  const tally = new Tally();
  try {
    const options = readOptions(process.argv.slice(2));
    tally.isComplete = options.isComplete;
    await everything(tally, options);
  } catch (error) {
    console.error(`\n${error instanceof Refusal ? error.message : error.stack}`);
    tally.failed += 1;
  }
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`\nIt took ${Math.floor(seconds / 60)} min ${seconds % 60} s.`);
  tally.summarize();
  process.exitCode = tally.failed > 0 ? 1 : 0;
}

await main();
