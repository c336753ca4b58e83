// `npm run test:long`: the unit tests in files named `*.long.test.ts`, which `npm test` leaves out. Builds first what
// has changed, because some of them start the built server.
// Its arguments are a project and file patterns: `npm run test:long -- api gallery`.
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildAll } from './build.mjs';
import { Refusal, reportFailure } from './command.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** Folders of the projects that have long unit tests; the API last, because only its many files keep all cores busy until the end. */
function foldersWithLongTests() {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.long.test.ts', '*.long.test.tsx'];
  const paths = execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const folders = [...new Set(paths.map((path) => path.split('/').slice(0, 2).join('/')))];
  return folders.toSorted((one, other) => Number(nameOf(one) === 'api') - Number(nameOf(other) === 'api'));
}

const nameOf = (folder) => folder.split('/')[1];

/** @returns true if the tests of all these projects passed; all are run, even if some fail */
function runAll(folders, patterns) {
  const statuses = folders.map((folder) => {
    const words = ['tools/run-jest.mjs', `${nameOf(folder)}-long`, folder, '--maxWorkers=2', ...patterns];
    return spawnSync(process.execPath, words, { stdio: 'inherit', env: { ...process.env, LONG_TESTS: '1' } }).status;
  });
  return statuses.every((status) => status === 0);
}

try {
  const [project, ...patterns] = process.argv.slice(2);
  const folders = foldersWithLongTests().filter((folder) => !project || nameOf(folder) === project);
  if (folders.length === 0) throw new Refusal(`${project ?? 'this workspace'} has no long unit tests`);
  if (!(await buildAll({ isQuiet: true }))) throw new Refusal('The build failed; the lines above say why.');
  process.exitCode = runAll(folders, patterns) ? 0 : 1;
} catch (error) {
  reportFailure(error);
}
