import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { WORKSPACE } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

type Packages = Record<string, Readonly<Record<string, unknown>>>;

const NEW_REMOTE = { 'apps/milk': { version: '0.1.0' }, 'node_modules/@site/milk': { resolved: 'apps/milk', link: true } };
const INSTALLED: Packages = { 'node_modules/react': { version: '19.2.1', integrity: 'sha512-a' }, ...NEW_REMOTE };
const ELSEWHERE = { 'node_modules/fsevents': { version: '2.3.3', optional: true, os: ['darwin'] } };

let folder: string;
test.beforeEach(async () => {
  await mkdir(resolve(WORKSPACE, 'tmp'), { recursive: true });
  folder = await mkdtemp(resolve(WORKSPACE, 'tmp/ready-'));
});
test.afterEach(() => rm(folder, { recursive: true }));

async function put(path: string, text: string): Promise<void> {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), text);
}

/** A workspace whose lockfile differs from the last stamp, and in which `installed` was installed manually with npm. */
async function makeWorkspace(wanted: Packages, installed: Packages | null): Promise<void> {
  for (const name of ['command.mjs', 'progress.mjs', 'ready.mjs'])
    await cp(resolve(WORKSPACE, 'tools', name), join(folder, 'tools', name));
  await put('package-lock.json', JSON.stringify({ packages: { '': { version: '0.1.0' }, ...wanted } }));
  await put('node_modules/.site-lock-hash', 'of the previous lockfile');
  await put('node_modules/sqlite3/build/Release/node_sqlite3.node', '');
  if (!installed) return;
  for (const path of Object.keys(installed)) await put(`${path}/package.json`, '{}');
  await put('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
}

/** Runs the script with an npm stub, which also executes `npm` if given, and returns the calls that the stub recorded. */
async function makeReady({ script = 'await makeReady();', npm = '' } = {}): Promise<string> {
  await put('bin/npm', `#!/bin/sh\necho "$@" >> npm-calls\n${npm}\n`);
  await chmod(join(folder, 'bin/npm'), 0o755);
  const whole = `const { makeReady } = await import('./tools/ready.mjs'); ${script}`;
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
  execFileSync(process.execPath, ['--input-type=module', '-e', whole], { cwd: folder, env, stdio: 'pipe' });
  return existsSync(join(folder, 'npm-calls')) ? await readFile(join(folder, 'npm-calls'), 'utf8') : '';
}

test('packages installed by `npm install` are neither installed nor compared again', async () => {
  await makeWorkspace({ ...INSTALLED, ...ELSEWHERE }, INSTALLED);
  expect(await makeReady()).toBe('');
  await rm(join(folder, 'node_modules/.package-lock.json'));
  expect(await makeReady()).toBe('');
});

const { 'node_modules/@site/milk': _link, ...WITHOUT_LINK } = INSTALLED;
for (const [what, installed] of [
  ['was interrupted before npm had listed anything', null],
  ['has not linked a workspace', WITHOUT_LINK],
  ['has a different version', { ...INSTALLED, 'node_modules/react': { version: '19.2.0', integrity: 'sha512-b' } }],
  [
    'has the same version but different content',
    { ...INSTALLED, 'node_modules/react': { version: '19.2.1', integrity: 'sha512-b' } },
  ],
  ['has a package that is no longer required', { ...INSTALLED, 'node_modules/vue': { version: '3.0.0' } }],
] as const) {
  test(`an install that ${what} is repeated`, async () => {
    await makeWorkspace(INSTALLED, installed);
    expect(await makeReady()).toMatch(/^ci --ignore-scripts /);
  });
}

test('an install with a manually removed package is repeated; if only the sqlite3 binary is missing, it alone is built', async () => {
  await makeWorkspace(INSTALLED, INSTALLED);
  await rm(join(folder, 'node_modules/react'), { recursive: true });
  expect(await makeReady()).toMatch(/^ci /);
  await makeWorkspace(INSTALLED, INSTALLED);
  await rm(join(folder, 'npm-calls'));
  await rm(join(folder, 'node_modules/sqlite3'), { recursive: true });
  await expect(makeReady()).rejects.toThrow(/sqlite3 (could not be compiled|has no prebuilt binary)/);
  expect(await readFile(join(folder, 'npm-calls'), 'utf8')).toBe('rebuild sqlite3\n');
});

test('steps that open no database run while sqlite3 is prepared, and later ones wait for it', async () => {
  await makeWorkspace(INSTALLED, INSTALLED);
  const binding = 'node_modules/sqlite3/build/Release/node_sqlite3.node';
  await rm(join(folder, binding));
  // The work waits for npm, and npm for the work: in sequence they would never end.
  const npm = `until [ -e worked ]; do sleep 0.05; done; echo > ${binding}`;
  const script = `
    const { existsSync, writeFileSync } = await import('node:fs');
    const { setTimeout } = await import('node:timers/promises');
    await makeReady(async () => {
      while (!existsSync('npm-calls')) await setTimeout(20);
      writeFileSync('worked', '');
    });
    writeFileSync('after', String(existsSync('${binding}')));`;
  expect(await makeReady({ script, npm })).toBe('rebuild sqlite3\n');
  expect(await readFile(join(folder, 'after'), 'utf8')).toBe('true');
});
