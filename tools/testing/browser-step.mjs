import { resolve } from 'node:path';
import { playwrightReport, readPlaywright, RESULTS } from './reports.mjs';

/**
 * Runs projects from tests/playwright.config.ts.
 * @param browsers environment that names the browsers
 * @param specs files or folders; everything by default
 * @param titles pattern of the tests' titles
 * @param without pattern of the titles of tests that do not run
 * @param mayBeEmpty true: the files may have no test of these projects
 */
export function browserStep(tally, name, projects, browsers, specs = [], { titles, without, mayBeEmpty = false } = {}) {
  const id = projects.join('-');
  const command = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'tests/playwright.config.ts',
    ...projects.map((project) => `--project=${project}`),
    // Playwright takes a path for a pattern.
    ...specs.map((path) => path.replaceAll('.', '\\.')),
    ...(titles ? [`--grep=${titles}`] : []),
    ...(without ? [`--grep-invert=${without}`] : []),
    ...(mayBeEmpty ? ['--pass-with-no-tests'] : []),
  ];
  const env = {
    ...browsers,
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport(id),
    TEST_COSTS_FILE: resolve(RESULTS, 'costs', `${id}.json`),
  };
  return tally.step(name, [command], { readReport: () => readPlaywright(id), env });
}

/** @returns true if this engine from tools/engines.mjs is installed; if not, the tally says that it is not run */
function hasEngine(tally, engine) {
  const isInstalled = engine.isInstalled();
  if (!isInstalled) tally.addNotRun(engine.title, `it is not installed (Debian: apt-get install ${engine.packages.join(' ')})`);
  return isInstalled;
}

const START = 'tests/engines/start.spec.ts';
const ONE_OF_EACH = 'one of each remote start';

/** A page of each app in an engine from tools/engines.mjs. */
export async function startStep(tally, engine, browsers) {
  if (hasEngine(tally, engine))
    await browserStep(tally, `start in ${engine.title}`, [engine.name], browsers, [START], { titles: ONE_OF_EACH });
}

/** All engine tests in one engine from tools/engines.mjs. One of them opens every page, so those of `startStep` are left out. */
export async function engineStep(tally, engine, browsers) {
  if (hasEngine(tally, engine))
    await browserStep(tally, `the site in ${engine.title}`, [engine.name], browsers, [], { without: ONE_OF_EACH });
}
