import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WORKSPACE } from './a-machine.ts';
import { freePort } from '../../../tools/free-port.mjs';
import { blocksIn } from './operator.ts';
import { serveCommands, type ServedCommands } from './serve-commands.ts';
import { Releases, stepsIn, type Step } from './transcript.ts';

/** A copy of the workspace, in which the commands build. */
let workspace: string;
beforeAll(async () => {
  workspace = join(await mkdtemp(join(tmpdir(), 'site-readme-')), 'workspace');
  execFileSync(process.execPath, ['tools/testing/copy-workspace.mjs', workspace], { cwd: WORKSPACE });
});
const running: ServedCommands[] = [];
afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop()));
  await rm(join(workspace, '..'), { recursive: true });
});

const blocksBelow = (heading: string) => blocksIn('README.md', heading);
const environment = (variables: Readonly<Record<string, string>>) => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  NX_DAEMON: 'false',
  USDA_SOURCE: 'sample',
  ...variables,
});

async function serve(commands: string, variables: Readonly<Record<string, string>>) {
  const served = await serveCommands(commands, workspace, environment(variables));
  running.push(served);
  return served;
}

const run = (command: string, variables: Readonly<Record<string, string>>): string =>
  execFileSync('sh', ['-e', '-c', `${command} 2>&1`], { cwd: workspace, env: environment(variables), encoding: 'utf8' });

/** Runs a command, and compares what it prints with what the README shows. */
function follow({ command, lines }: Step, variables: Readonly<Record<string, string>>, releases: Releases): void {
  const output = run(releases.inCommand(command), variables);
  for (const line of lines) releases.learnFrom(line, output);
}

test('the site starts, its owner makes it their own, and a team releases a page, as the README shows', async () => {
  const [start, check] = stepsIn((await blocksBelow('## Two commands'))[0] ?? '');
  expect([start?.command, check?.command]).toEqual(['npm start', 'npm test']);
  const variables = { PORT: String(await freePort()) };
  // npm would pass the signal on, and report it instead of the site's own exit code.
  const site = await serve('node tools/start.mjs', variables);

  for (const file of ['site.json', 'resume.json']) {
    const path = join(workspace, 'apps/shell/content', file);
    await writeFile(path, (await readFile(path, 'utf8')).replace('"Your Name"', '"Name of a test"'));
  }
  const releases = new Releases();
  for (const step of stepsIn((await blocksBelow('## Make it your own'))[0] ?? '')) follow(step, variables, releases);
  expect(await (await fetch(site.url)).text()).toContain('Name of a test');

  const statuses: Record<string, number> = {};
  for (const step of stepsIn((await blocksBelow('## A team releases on its own'))[0] ?? '')) {
    follow(step, variables, new Releases());
    statuses[step.command.split(' ')[2] ?? ''] = (await fetch(`${site.url}/projects/press-counter`)).status;
  }
  expect(statuses).toMatchObject({ check: 404, promote: 200, rollback: 404 });
  expect(await site.stop()).toBe(0);
});

test('the commands for production start a site with a key of its own', async () => {
  const folder = join(workspace, '..');
  const [commands = ''] = await blocksBelow('## Run it in production');
  const { url, stop } = await serve(commands, {
    DATA_DIR: join(folder, 'data'),
    RELEASES_DIR: join(folder, 'releases'),
  });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  // The site's own exit code is lost: `npx` is killed by the signal.
  expect(await stop()).toBeNull();
});

test('every block of commands in the README is run by a test', async () => {
  const text = await readFile(join(WORKSPACE, 'README.md'), 'utf8');
  const headings = text.split(/^(?=## )/m).flatMap((section) => (section.includes('```') ? [section.split('\n')[0] ?? ''] : []));
  const tested = ['## Two commands', '## Make it your own', '## A team releases on its own', '## Run it in production'];
  // A picture of the folders; the development server has a test of its own, tests/contract/dev-server.spec.ts.
  expect(headings).toEqual([tested[0], '## How it is put together', ...tested.slice(1)]);
});
