import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { generateSigningKey, main, publicHalf } from '@site/releases';
import { startSite, WORKSPACE, type RunningSite } from '../support/site.ts';
import { editFile } from '../support/edit-file.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ mode: 'serial' });

const NAME = 'weather-station';
const TEAM_KEY = generateSigningKey();
/** The team's own folder: a repository outside this one, which shares only the kit with it. */
let home: string;
let repository: string;
let site: RunningSite;

const runFile = promisify(execFile);

/** Runs a program without blocking the worker; its output is the message if it fails. */
async function run(folder: string, command: string, args: readonly string[], key = TEAM_KEY): Promise<string> {
  const settings = { npm_config_prefer_offline: 'true', npm_config_update_notifier: 'false', FORCE_COLOR: '0' };
  const env = { ...process.env, ...settings, RELEASE_SIGNING_KEY: key };
  try {
    return (await runFile(command, args, { cwd: folder, env, maxBuffer: 50_000_000 })).stdout;
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause });
  }
}

const npm = (...args: readonly string[]): Promise<string> => run(repository, 'npm', args);

/** The state of this repository, as git sees it. */
const workspaceNow = async (): Promise<string[]> => [
  await run(WORKSPACE, 'git', ['status', '--porcelain']),
  await run(WORKSPACE, 'git', ['diff', 'HEAD']),
];

const edit = (path: string, from: string, to: string) => editFile(join(repository, path), from, to);

/** The owner's command, over the network. */
async function owner(...args: readonly string[]): Promise<void> {
  const env = { RELEASE_SIGNING_KEY: process.env['E2E_SIGNING_KEY'] };
  expect(await main([...args, '--to', site.url], env)).toBe(0);
}

test.beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'own-repository-'));
  repository = join(home, NAME);
  // The server has only the public half: only what a team has signed can go live.
  site = await startSite({ ownStore: true, env: { RELEASE_SIGNING_KEY: publicHalf(process.env['E2E_SIGNING_KEY'] ?? '') } });
  await owner('team', 'add', NAME, '--key', publicHalf(TEAM_KEY), '--paths', `/projects/${NAME}`);
});
test.afterAll(async () => {
  await site.close();
  await rm(home, { recursive: true, force: true });
});

let before: string[];

test('a repository is created, installed, tested and built from the kit alone', async () => {
  before = await workspaceNow();
  const kit = (await run(WORKSPACE, process.execPath, ['tools/kit.mjs', home])).trim();
  await run(home, 'tar', ['xzf', kit]);
  const args = ['new', 'repository', NAME, '--kit', kit, '--site', site.url];
  await run(home, process.execPath, ['package/tools/kit/site.mjs', ...args]);
  await rm(join(home, 'package'), { recursive: true });
  await npm('install', '--no-audit', '--no-fund', '--loglevel=error');
  await npm('run', 'typecheck');
  await npm('test');
  await npm('run', 'build');
  expect(JSON.parse(await npm('query', '#react'))).toHaveLength(1);
});

test('it can be released over the network only with a key that the owner knows, and then its page is on the site', async ({
  page,
}) => {
  expect(await npm('run', '--silent', 'check')).toMatch(/^weather-station 0\.1\.0-\w+ may go live alongside \d other apps?/);
  const asStranger = run(repository, 'npm', ['run', 'release'], generateSigningKey());
  await expect(asStranger).rejects.toThrow('the owner of this site does not know this key');
  await npm('run', '--silent', 'release', '--', '--message', 'first page');
  await page.goto(`${site.url}/projects`);
  await page.locator(`main a[href="/projects/${NAME}"]`).click();
  await page.getByRole('button', { name: 'Press' }).click();
  await expect(page.getByText('Pressed 1 of 10 times')).toBeVisible();
  expect((await page.request.get(`${site.url}/projects/${NAME}`)).status()).toBe(200);
  expect(await npm('exec', '--', 'site', 'log', NAME)).toContain('first page');
});

test('an edit is built and released, and a rollback undoes it; this repository is unchanged', async ({ page }) => {
  await edit(`src/${NAME}/${NAME}.page.tsx`, 'That is all of them.', 'The sun is out.');
  await npm('run', 'build');
  await npm('run', 'release');
  const open = async (): Promise<void> => {
    await page.goto(`${site.url}/projects/${NAME}`);
    for (let n = 0; n < 10; n += 1) await page.getByRole('button', { name: 'Press' }).click();
  };
  await open();
  await expect(page.getByText('The sun is out.')).toBeVisible();
  expect(await npm('exec', '--', 'site', 'rollback', NAME)).toContain('is live again');
  await open();
  await expect(page.getByText('That is all of them.')).toBeVisible();
  expect(await workspaceNow()).toEqual(before);
});

test('it runs inside the live site while it is being developed: an edit appears on the screen, and no state is lost', async ({
  page,
  browser,
}) => {
  const env = { ...process.env, RELEASE_SIGNING_KEY: TEAM_KEY };
  const command = resolve(repository, 'node_modules/@site/kit/tools/kit/site.mjs');
  const child = spawn(process.execPath, [command, 'dev', '--port', '0'], { cwd: repository, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  try {
    await expect
      .poll(() => (child.exitCode === null ? output : `it ended: ${output}`), { timeout: 0 })
      .toMatch(/Stop {6}Ctrl-C|^it ended/);
    expect(child.exitCode, output).toBeNull();
    await page.goto(/http\S+\?override=\S+/.exec(output)?.[0] ?? '');
    await expect(page).toHaveURL(`${site.url}/projects/${NAME}`);
    await page.getByRole('button', { name: 'Press' }).click();
    await expect(page.getByText('Pressed 1 of 10 times')).toBeVisible();
    await edit(`src/${NAME}/${NAME}.page.tsx`, 'Pressed ', 'Measured ');
    await expect(page.getByText('Measured 1 of 10 times')).toBeVisible();
    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(`${site.url}/projects/${NAME}`);
    await expect(visitor.getByText('Pressed 0 of 10 times')).toBeVisible();
    await visitor.context().close();
  } finally {
    child.kill('SIGINT');
    expect(await ended, output).toBe(0);
  }
});

test('a build with a kit version that the live shell does not accept is refused with an explanation', async () => {
  const file = join(repository, 'dist/remote.json');
  const facts = JSON.parse(await readFile(file, 'utf8')) as { kit: string };
  await writeFile(file, JSON.stringify({ ...facts, kit: '9.0.0' }));
  await expect(npm('run', 'release')).rejects.toThrow(/was built with kit 9\.0\.0; the live shell accepts \^\d/);
  await writeFile(file, JSON.stringify(facts));
  expect(await npm('run', '--silent', 'check')).toContain('may go live');
});
