import { resolve } from 'node:path';
import { playwrightReport, readPlaywright, RESULTS } from './reports.mjs';

/**
 * Runs projects of tests/playwright.config.ts.
 * @param browsers environment that names the browsers
 * @param specs files or folders; everything unless told otherwise
 */
export function browserStep(tally, name, projects, browsers, specs = []) {
  const id = projects.join('-');
  const command = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'tests/playwright.config.ts',
    ...projects.map((project) => `--project=${project}`),
    // Playwright takes a path for a pattern.
    ...specs.map((path) => path.replaceAll('.', '\\.')),
  ];
  const env = {
    ...browsers,
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport(id),
    TEST_COSTS_FILE: resolve(RESULTS, 'costs', `${id}.json`),
  };
  return tally.step(name, [command], { readReport: () => readPlaywright(id), env });
}

/** Runs what every engine must do in one of tools/engines.mjs, or says that it is not there. @param specs files; all unless told otherwise */
export async function engineStep(tally, engine, browsers, specs = []) {
  const name = specs.length > 0 ? `every page in ${engine.title}` : `the site in ${engine.title}`;
  if (engine.isInstalled()) await browserStep(tally, name, [engine.name], browsers, specs);
  else tally.addNotRun(engine.title, `it is not installed (Debian: apt-get install ${engine.packages.join(' ')})`);
}
