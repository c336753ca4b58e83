// `npx site new page <remote> <name>`, `new remote <name>` and `new repository <folder>`: a small, complete, tested example to start from.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { frontEnds } from './front-ends.mjs';
import { Refusal } from './command.mjs';
import { readKitManifest } from './kit/manifests.mjs';
import { cardText, checkName, lazyText, pageFiles, pathOf, routeText, today } from './scaffold/page.mjs';
import { remoteFiles } from './scaffold/remote.mjs';
import { newRepository } from './scaffold/repository.mjs';

// The workspace of this file, or, in a test, a copy of it.
process.chdir(process.env['SITE_WORKSPACE'] ?? fileURLToPath(new URL('..', import.meta.url)));

/**
 * @param before the file's text
 * @returns the text with a new entry before the line that ends a list
 * @throws Refusal if the file does not have that list in the usual form
 */
function addToList(path, before, entry, end, empty, filled) {
  if (before.includes(empty)) return before.replace(empty, () => filled(entry));
  const at = before.indexOf(end);
  if (at < 0)
    throw new Refusal(
      `nothing was written, because no list in ${path} ends with ${JSON.stringify(end.trim())}; run npm run format, or restore that form, and try again`,
    );
  return before.slice(0, at + 1) + entry + before.slice(at + 1);
}

function checkNew(paths) {
  for (const path of paths) if (existsSync(path)) throw new Refusal(`${path} already exists; choose another name`);
}

/**
 * Formats the files, and then writes all of them at once, in this order: a running development server sees each file once.
 * @throws Refusal if a file has a syntax error
 */
async function writeFormatted(files) {
  const { format } = await import('oxfmt');
  const { ignorePatterns: _notForStrings, ...style } = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8'));
  const formatted = await Promise.all(
    Object.entries(files).map(async ([path, text]) => {
      const { code, errors } = await format(path, text, style);
      if (errors.length > 0)
        throw new Refusal(
          `nothing was written, because ${path} cannot be formatted: ${errors.map(({ message }) => message).join('; ')}`,
        );
      return [path, code];
    }),
  );
  for (const [path, code] of formatted) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
  }
}

function checkFree(name) {
  // Otherwise only the gate would reject it, when it is released.
  if (readFileSync('apps/shell/src/page-info.ts', 'utf8').includes(`'${pathOf(name)}'`))
    throw new Refusal(`${pathOf(name)} is already a page of the shell; choose another name`);
  for (const app of frontEnds().slice(1)) {
    if (readFileSync(`apps/${app}/remote.contract.ts`, 'utf8').includes(`'${pathOf(name)}'`))
      throw new Refusal(`${pathOf(name)} is already a page of ${app}; choose another name`);
  }
}

function newPage(remote, name) {
  const remotes = frontEnds().slice(1);
  if (!remotes.includes(remote)) throw new Refusal(`"${remote ?? ''}" is not a remote; the remotes are ${remotes.join(', ')}`);
  checkName(name, 'page');
  checkFree(name);
  const files = pageFiles(remote, name);
  checkNew(Object.keys(files));
  const routes = `apps/${remote}/src/routes.ts`;
  // The formatter writes a list of one short entry, such as the routes of a new remote, on one line.
  const before = readFileSync(routes, 'utf8').replace(/^(export const \w+ = \[)(\{.*\})\];$/m, '$1\n  $2,\n];');
  files[routes] = addToList(
    routes,
    before,
    lazyText(name),
    '\n];',
    'export const routes = [];',
    (entry) => `export const routes = [\n${entry}];`,
  );
  // Last: when it changes, a running development server reloads its pages.
  const contract = `apps/${remote}/remote.contract.ts`;
  const withRoute = addToList(
    contract,
    readFileSync(contract, 'utf8'),
    routeText(name),
    '\n  ],\n  cards: [',
    '  routes: [],',
    (entry) => `  routes: [\n${entry}  ],`,
  );
  files[contract] = addToList(
    contract,
    withRoute,
    cardText(name, today()),
    '\n  ],\n  endpoints: [',
    '  cards: [],',
    (entry) => `  cards: [\n${entry}  ],`,
  );
  return files;
}

function newRemote(name) {
  checkName(name, 'remote');
  if (existsSync(`apps/${name}`)) throw new Refusal(`apps/${name} already exists; choose another name`);
  // npm and Nx identify a project by its name, and would reject two with the same name afterward.
  const namesake = [`libs/${name}`, name].find((folder) => existsSync(`${folder}/project.json`));
  if (namesake) throw new Refusal(`${namesake} is already a project with that name; choose another name`);
  checkFree(name);
  const [template] = frontEnds().slice(1);
  const { dependencies } = JSON.parse(readFileSync(`apps/${template}/package.json`, 'utf8'));
  const singletons = /singletons: (\{[^}]*\})/.exec(readFileSync(`apps/${template}/remote.contract.ts`, 'utf8'))?.[1];
  if (!dependencies.react || !singletons) throw new Refusal(`apps/${template} does not say which React a remote needs`);
  const files = { ...remoteFiles(name, today(), { react: dependencies.react, singletons }), ...pageFiles(name, name) };
  checkNew(Object.keys(files));
  // The end-to-end tests run after the remote is built.
  const tests = JSON.parse(readFileSync('tests/project.json', 'utf8'));
  tests.implicitDependencies.push(name);
  return { ...files, 'tests/project.json': JSON.stringify(tests, null, 2) };
}

function addToLockfile() {
  // Nothing is fetched: every package that it needs is in the lockfile.
  const lock = spawnSync('npm', ['install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'], {
    encoding: 'utf8',
  });
  if (lock.status !== 0) throw new Refusal(`the lockfile could not be written; run npm install:\n${lock.stderr}`);
}

/** Writes a page or a remote into this workspace, and prints the next steps. */
async function writeExample(what, rest) {
  const files = what === 'page' ? newPage(...rest) : newRemote(...rest);
  await writeFormatted(files);
  if (what === 'remote') addToLockfile();
  const [app] = rest;
  const changed = [...Object.keys(files), ...(what === 'remote' ? ['package-lock.json'] : [])];
  console.log(changed.map((path) => `  ${path}`).join('\n'));
  // `npm start`, `npm run dev` and `npm test` reinstall if the lockfile names a package that is not linked.
  const first = '\nFirst       npm install (links it in seconds; otherwise the next start installs every package anew)';
  console.log(`${what === 'remote' ? first : ''}
See it      npm run dev -- ${app}
Test it     node tools/run-jest.mjs ${app} apps/${app}
Release it  npx nx build ${app} && npx site release ${app}`);
}

const isOutside = (folder) => !`${folder}${sep}`.startsWith(`${process.cwd()}${sep}`);

try {
  const [what, ...rest] = process.argv.slice(2);
  if (what === 'repository') newRepository(rest, readKitManifest().dependencies, isOutside);
  else if (what === 'page' || what === 'remote') await writeExample(what, rest);
  else throw new Refusal('site new page <remote> <name>, site new remote <name>, or site new repository <folder>');
} catch (cause) {
  if (!(cause instanceof Refusal)) throw cause;
  console.error(`site: ${cause.message}`);
  process.exitCode = 1;
}
