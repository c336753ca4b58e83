// `npm test`: what every change must pass locally, cheapest checks first.
// `npm run test:all` adds what takes a long time; `npm test -- --affected` leaves out what the change cannot break.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Refusal } from './command.mjs';
import { buildAll, markBuilt } from './build.mjs';
import { FIREFOX, WEBKIT } from './engines.mjs';
import { makeReady } from './ready.mjs';
import { findAffected, ALL_JOURNEYS } from './testing/affected.mjs';
import { checkBudget, printCosts } from './testing/costs.mjs';
import { machineSeconds } from './testing/processor-time.mjs';
import { restOfTests } from './testing/rest.mjs';
import { readUnitTests, RESULTS } from './testing/reports.mjs';
import { browserStep, startStep } from './testing/browser-step.mjs';
import { staticChecks } from './testing/static-checks.mjs';
import { Tally } from './testing/tally.mjs';
import { findBrowser, findHeadlessShell, installForTests } from './browser.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const USAGE = 'npm test [-- --affected [base]], npm run check, npm run test:all [-- --complete]';

/** @throws Refusal when a word is unknown */
function readOptions(args) {
  const options = { isAll: false, isComplete: false, withBrowser: true, affectedBase: undefined };
  for (const [index, word] of args.entries()) {
    if (word === '--all') options.isAll = true;
    else if (word === '--complete') options.isComplete = true;
    else if (word === '--no-browser') options.withBrowser = false;
    else if (word === '--affected') options.affectedBase = 'main';
    else if (args[index - 1] === '--affected') options.affectedBase = word;
    else throw new Refusal(`"${word}" is not an option: ${USAGE}`);
  }
  return options;
}

const nx = (...args) => ['node_modules/nx/dist/bin/nx.js', ...args, '--output-style=static'];

/** Builds everything: what has not changed comes from Nx's cache. @returns true if everything was built */
async function build(tally) {
  console.log('\n== build');
  const start = performance.now();
  const isBuilt = await buildAll();
  if (isBuilt) markBuilt();
  tally.addCheck('build', isBuilt, start);
  return isBuilt;
}

/** Names as `nx --projects` takes them. */
const only = (affected) => (affected ? [`--projects=${affected.projects.join()}`] : []);

/** Every project with unit tests, by its folder's name. */
const unitProjects = () =>
  ['apps', 'libs'].flatMap((root) => readdirSync(root).filter((name) => existsSync(`${root}/${name}/jest.config.mjs`)));

// What types and unit tests need is built already. Nx would restore it from its cache, into folders that the browser tests are reading.
const AS_BUILT = '--excludeTaskDependencies';

/** All but the API's: they open no database. One project at a time, because other tests run alongside. */
async function unitTests(tally, affected) {
  const projects = unitProjects().filter((name) => name !== 'api' && (!affected || affected.projects.includes(name)));
  if (projects.length === 0) return;
  const command = nx('run-many', '-t', 'test', `--projects=${projects.join()}`, '--parallel=1', AS_BUILT);
  await tally.step('unit', [command], { readReport: () => readUnitTests(projects) });
}

/** In a run of their own: they need sqlite3, which may still be compiling when the others start. */
async function apiTests(tally, affected) {
  if (affected && !affected.projects.includes('api')) return;
  await tally.step('API', [nx('test', 'api', AS_BUILT)], { readReport: () => readUnitTests(['api']) });
}

/**
 * One engine after another: WebKit's driver has been seen to hang when other browsers run at the same time. `npm run test:all` opens
 * every page in both engines later.
 */
async function browserTests(tally, browsers, affected, isAll) {
  if (!isAll && (!affected || affected.servesEveryPage))
    for (const engine of [FIREFOX, WEBKIT]) await startStep(tally, engine, browsers);
  const specs = affected?.specs ?? ALL_JOURNEYS;
  // A changed file may be one of those that only `npm run test:all` runs.
  const mayBeEmpty = affected !== undefined;
  if (specs.length > 0)
    await browserStep(tally, 'journeys and contract', ['journeys', 'contract'], browsers, specs, { mayBeEmpty });
}

async function everything(tally, options) {
  rmSync(RESULTS, { recursive: true, force: true });
  const installed = options.withBrowser ? installForTests({ isAll: options.isAll }) : undefined;
  const running = [];
  /** Lets a step run beside those that follow. */
  const alongside = (step) => {
    // Its error is thrown where the step is awaited.
    step.catch(() => undefined);
    running.push(step);
    return step;
  };
  try {
    let affected;
    let machineBefore;
    let units;
    const work = async () => {
      if (options.affectedBase) affected = printAffected(findAffected(options.affectedBase));
      // A full run does the cheapest checks first. After a small change they run beside the tests, but not beside the build, which
      // replaces files that they read.
      if (!affected) await staticChecks(tally);
      const built = await build(tally);
      if (affected) alongside(staticChecks(tally, affected));
      const typed = alongside(
        tally.step('types', [nx('run-many', '-t', 'typecheck', '--parallel=2', AS_BUILT, ...only(affected))]),
      );
      if (!affected) await typed;
      machineBefore = machineSeconds();
      // On a new machine sqlite3 is compiled for another minute, on one core.
      units = alongside(unitTests(tally, affected));
      return built;
    };
    const isBuilt = await makeReady(work, { endsWithWork: false });
    await installed;
    const withBrowser = options.withBrowser && isBuilt;
    const browsers = withBrowser ? { CHROMIUM_PATH: findBrowser(), HEADLESS_SHELL_PATH: findHeadlessShell() } : {};
    const browserWork = withBrowser ? alongside(browserTests(tally, browsers, affected, options.isAll)) : undefined;
    // Two kinds of tests at a time keep two cores busy; three took an eighth longer. Without browsers there are only two.
    alongside(Promise.race([units, browserWork]).then(() => apiTests(tally, affected)));
    await Promise.all(running);
    if (!withBrowser) return;
    printCosts(tally);
    if (!affected) checkBudget(tally, machineBefore);
    if (options.isAll) await restOfTests(tally, browsers);
  } finally {
    // What went wrong is printed last.
    await Promise.allSettled(running);
  }
}

function printAffected(affected) {
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
