// What the current change can break, from the Nx project graph.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { NX_ENV, Refusal } from '../command.mjs';

const JOURNEYS = 'tests/journeys';
/** Specs when every page may be broken. */
export const ALL_JOURNEYS = [`${JOURNEYS}/`, 'tests/contract/'];
/** Every page comes from the API inside the shell: a change to either can break the journeys of every app. */
const SERVES_EVERY_PAGE = ['api', 'shell'];
/** Checks, for every remote, what its release contains. */
const CONTRACT_OF_REMOTES = 'tests/contract/one-react.spec.ts';
/** Lists the cards and links of all remotes, which come from their contracts. */
const LISTS_CARDS = `${JOURNEYS}/shell.pages.spec.ts`;

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Refusal(`git ${args.join(' ')} failed: ${stderr.trim()}`);
  return stdout.split('\n').filter((line) => line !== '');
}

/** Paths that differ from the commit at which this branch forked from `base`: commits since, and the working tree with its new files. */
function changedFiles(base) {
  const [mergeBase] = git('merge-base', base, 'HEAD');
  // Without rename detection a moved file is listed under both its paths.
  return [...git('diff', '--name-only', '--no-renames', mergeBase), ...git('ls-files', '--others', '--exclude-standard')];
}

// The examples are configuration, which tests read.
const isText = (path) => (path.startsWith('docs/') && !path.startsWith('docs/examples/')) || path.endsWith('.md');
const isBaseline = (path) => path.startsWith('tests/visual/baselines/');
const isOfProject = (path) => /^(apps|libs|tests)\/./.test(path);

function affectedProjects(files) {
  const nx = ['node_modules/nx/dist/bin/nx.js', 'show', 'projects', '--affected', `--files=${files.join()}`, '--json'];
  const env = { ...process.env, ...NX_ENV };
  return JSON.parse(execFileSync(process.execPath, nx, { encoding: 'utf8', env }));
}

/** Files of journeys and contract tests to run. A journey belongs to the app that its name begins with. */
function specsFor(files, projects, servesEveryPage) {
  const changed = files.filter((path) => path.endsWith('.spec.ts') && existsSync(path));
  // A helper of the tests or their configuration.
  const isToolOfTests = files.some(
    (path) => path.startsWith('tests/') && !path.endsWith('.spec.ts') && !isText(path) && !isBaseline(path),
  );
  if (servesEveryPage || isToolOfTests) return ALL_JOURNEYS;
  const journeys = readdirSync(JOURNEYS)
    .filter((name) => name.endsWith('.spec.ts') && projects.includes(name.split('.')[0]))
    .map((name) => `${JOURNEYS}/${name}`);
  return [
    ...new Set([
      ...changed,
      ...journeys,
      ...(journeys.length > 0 ? [CONTRACT_OF_REMOTES] : []),
      ...(files.some((path) => path.endsWith('/remote.contract.ts')) ? [LISTS_CARDS] : []),
    ]),
  ];
}

/**
 * @param base branch or commit that the change will be merged into
 * @returns undefined if the change can break everything: the tools, a dependency, the configuration of the workspace
 */
export function findAffected(base) {
  const files = changedFiles(base);
  if (files.some((path) => !isOfProject(path) && !isText(path))) return undefined;
  const projects = files.length > 0 ? affectedProjects(files) : [];
  const servesEveryPage = SERVES_EVERY_PAGE.some((name) => projects.includes(name));
  const isChanged = (folder) => files.some((path) => path.startsWith(`${folder}/`));
  return {
    files: files.filter((path) => existsSync(path)),
    projects,
    // Any project affects the tests, so their folder counts only if a file in it changed. Their type check finds imports that a
    // change to another project breaks.
    folders: ['apps', 'libs', 'tests'].flatMap((root) =>
      root === 'tests'
        ? [root].filter(isChanged)
        : projects.map((name) => `${root}/${name}`).filter((folder) => existsSync(folder)),
    ),
    specs: specsFor(files, projects, servesEveryPage),
    servesEveryPage,
  };
}
