// Reads what the runners leave in tmp/test-results: counts, costs, and what failed.
import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

export const RESULTS = resolve('tmp/test-results');

const readJson = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined);
// oxlint-disable-next-line no-control-regex -- the colors of a terminal begin with this character
const withoutColors = (text) => text.replace(/\u001b\[[0-9;]*m/g, '');

function readCosts(name) {
  return readJson(resolve(RESULTS, 'costs', `${name}.json`)) ?? { samples: [], costs: [] };
}

/** What Jest wrote for a project; undefined when it wrote nothing. */
export function readJest(project) {
  const report = readJson(resolve(RESULTS, `${project}.json`));
  if (!report) return undefined;
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const file = relative('.', name);
    // A file that could not be run has no test that failed.
    if (failed.length === 0) return message ? [{ title: file, message: withoutColors(message), files: [] }] : [];
    return failed.map(({ fullName, failureMessages }) => ({
      title: `${file} › ${fullName}`,
      message: withoutColors(failureMessages.join('\n')),
      files: [],
    }));
  });
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests,
    failures,
    ...readCosts(project),
  };
}

/** Every test of a Playwright report with its title. */
function testsOf({ suites = [], specs = [], title }, path = []) {
  const here = title ? [...path, title] : path;
  const own = specs.flatMap((spec) => spec.tests.map((test) => ({ title: [...here, spec.title].join(' › '), ...test })));
  return [...own, ...suites.flatMap((suite) => testsOf(suite, here))];
}

export const playwrightReport = (name) => resolve(RESULTS, `playwright-${name}.report`);

/** What Playwright wrote for a step; undefined when it wrote nothing. */
export function readPlaywright(name) {
  const report = readJson(playwrightReport(name));
  if (!report) return undefined;
  const failures = testsOf(report)
    .filter(({ status }) => status === 'unexpected')
    .map(({ title, results }) => ({
      title,
      message: withoutColors(results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n\n')),
      files: results.flatMap(({ attachments }) => attachments.flatMap(({ path }) => (path ? [relative('.', path)] : []))),
    }));
  // Errors outside any test: a file that cannot be loaded, a setup that failed.
  const others = report.errors.map(({ message }) => ({ title: name, message: withoutColors(message), files: [] }));
  const { expected, unexpected, skipped } = report.stats;
  return {
    passed: expected,
    failed: unexpected + others.length,
    skipped,
    failures: [...failures, ...others],
    ...readCosts(name),
  };
}

/** Several reports as one; undefined when there is none. */
export function joinReports(reports) {
  const found = reports.filter((report) => report);
  if (found.length === 0) return undefined;
  const sum = (field) => found.reduce((total, report) => total + report[field], 0);
  const all = (field) => found.flatMap((report) => report[field]);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: all('failures'),
    samples: all('samples'),
    costs: all('costs'),
  };
}

const noReport = (project) => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [
    {
      title: `unit tests of ${project}`,
      message: `They left no results in ${relative('.', RESULTS)}. If Nx took them from its cache, the cache has lost files: run npx nx reset, then this again.`,
      files: [],
    },
  ],
  samples: [],
  costs: [],
});

/**
 * What Jest wrote for these projects. A project without results has failed: Nx calls a result a cache hit even if its files are gone
 * (https://github.com/nrwl/nx/issues/37110), and a run would be green with fewer tests.
 */
export const readUnitTests = (projects) => joinReports(projects.map((project) => readJest(project) ?? noReport(project)));
