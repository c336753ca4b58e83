import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { generateSigningKey } from '@site/releases';
import { BASE_STORE, WORKSPACE } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

/** Requests never get a response, and do not keep the process alive. */
const LOST = 'data:text/javascript,globalThis.fetch = () => new Promise(() => {})';

const HOOKS = `export function resolve(name, context, next) {
  if (/^(?:@nestjs|typeorm|sqlite3)\\b/.test(name)) throw new Error('loads ' + name);
  return next(name, context);
}`;
/** Fails any process that loads the framework or a database. */
const LIGHT = `data:text/javascript,${encodeURIComponent(
  `import { register } from 'node:module'; register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(HOOKS))})`,
)}`;

let folder: string;
test.beforeEach(async () => {
  await mkdir(resolve(WORKSPACE, 'tmp'), { recursive: true });
  folder = await mkdtemp(resolve(WORKSPACE, 'tmp/site-command-'));
  await cp(resolve(WORKSPACE, 'apps/api/bin'), join(folder, 'bin'), { recursive: true });
  await mkdir(join(folder, 'dist/commands'), { recursive: true });
});
test.afterEach(() => rm(folder, { recursive: true }));

/** Runs `site` with a given command, through a shell. */
async function site(command: string, line: string) {
  await writeFile(join(folder, 'dist/commands/site-command.js'), command);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  // Bash warns if the machine does not have the language of the environment.
  const env = { ...process.env, LC_ALL: 'C' };
  return spawnSync('bash', ['-o', 'pipefail', '-c', line], { cwd: folder, env, encoding: 'utf8' });
}

test('a reader that closes the pipe after the first line does not make the command fail', async () => {
  const many =
    'export async function main() { for (let n = 0; n < 20_000; n += 1) process.stdout.write(`line ${n}\\n`); return 0; }';
  const { status, stdout, stderr } = await site(many, 'node bin/site.mjs status | head -n 1');
  expect([status, stdout, stderr]).toEqual([0, 'line 0\n', '']);
});

test('a command whose files a build is replacing says so instead of printing a stack trace', async () => {
  const half = "export async function main() { await import('./gone.js'); }";
  const { status, stderr } = await site(half, 'node bin/site.mjs status');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^site: Cannot find module .*gone\.js.*\nA build is replacing these files: wait until it finishes, /);
  expect(stderr.trim().split('\n')).toHaveLength(2);
});

test('a command whose request is lost without a trace says how to find out whether the change was made', () => {
  const command = resolve(WORKSPACE, 'apps/api/bin/site.mjs');
  const env = { ...process.env, RELEASE_SIGNING_KEY: generateSigningKey() };
  const args = ['--import', LOST, command, 'promote', 'eggs', '--to', 'http://127.0.0.1:9'];
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    'site: http://127.0.0.1:9 does not respond (the connection was lost); `site log` shows whether the change was made\n',
  ]);
});

function siteThatLoadsLittle(...args: readonly string[]) {
  const command = resolve(WORKSPACE, 'apps/api/bin/site.mjs');
  const env = { ...process.env, RELEASES_DIR: BASE_STORE, RELEASE_SIGNING_KEY: process.env['E2E_SIGNING_KEY'] };
  const { status, stderr } = spawnSync(process.execPath, ['--import', LIGHT, command, ...args], { env, encoding: 'utf8' });
  return [status, stderr];
}

for (const name of ['--help', 'log'])
  test(`site ${name} loads neither the framework nor a database`, () => {
    expect(siteThatLoadsLittle(name)).toEqual([0, '']);
    // A command that needs them would have failed, at whichever of them is read first.
    expect(siteThatLoadsLittle('jobs')).toEqual([1, expect.stringMatching(/^site: loads \S+\n$/)]);
  });
