import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { publish, readRemoteBuild } from '@site/releases';
import { registryKeys, startSite, WORKSPACE, type RunningSite } from '../support/site.ts';
import { expect, test } from '../support/test.ts';
import { copyWorkspace } from '../support/workspace-copy.ts';

test.describe.configure({ mode: 'default' });

let copy: string;
let site: RunningSite;
test.beforeAll(async () => {
  copy = await copyWorkspace();
  // The formatter skips what Git ignores, and this repository ignores tmp; the copy therefore gets a repository of its own.
  execFileSync('git', ['init', '--quiet', copy]);
  site = await startSite({ ownStore: true });
});
test.afterAll(async () => {
  await site.close();
  await rm(copy, { recursive: true });
});

/** Runs a program in the copy of the workspace; its output is the message if it fails. */
function run(folder: string, script: string, ...args: readonly string[]): string {
  const command = [resolve(WORKSPACE, script), ...args];
  try {
    const env = { ...process.env, SITE_WORKSPACE: copy };
    return execFileSync(process.execPath, command, { cwd: join(copy, folder), env, encoding: 'utf8', stdio: 'pipe' });
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
    throw new Error(`${script} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause });
  }
}

const scaffold = (...args: readonly string[]) => run('.', 'tools/scaffold.mjs', ...args);

/** Types, unit tests, build and release of an app, as its team would run them. */
async function verifyAndRelease(app: string): Promise<void> {
  run('.', 'node_modules/typescript7/bin/tsc', '-p', `apps/${app}`);
  process.env['NODE_OPTIONS'] = '--experimental-vm-modules --disable-warning=ExperimentalWarning';
  try {
    run('.', 'node_modules/jest/bin/jest.js', '--config', `apps/${app}/jest.config.mjs`);
  } finally {
    delete process.env['NODE_OPTIONS'];
  }
  run(`apps/${app}`, 'node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error');
  await publish(site.store, await readRemoteBuild(app, '0.1.0', join(copy, 'apps', app, 'dist')), registryKeys(), new Date());
}

async function shellHashes(): Promise<Record<string, string>> {
  const folder = join(site.store, 'r/shell');
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return Object.fromEntries(
    await Promise.all(
      names.map(async ({ parentPath, name }) => {
        const content = await readFile(join(parentPath, name));
        return [join(parentPath, name), createHash('sha256').update(content).digest('hex')] as const;
      }),
    ),
  );
}

test("a new remote and a new page in it pass their own tests, and appear next to the others with the shell's files unchanged", async ({
  page: tab,
}) => {
  const before = await shellHashes();
  expect(scaffold('remote', 'tide-tables')).toMatch(/^First +npm install /m);
  expect(scaffold('page', 'tide-tables', 'milk-prices')).not.toMatch(/^First /m);
  run('.', 'node_modules/oxfmt/bin/oxfmt', '--check', 'apps/tide-tables', 'tests');
  await verifyAndRelease('tide-tables');
  for (const [slug, heading] of [
    ['tide-tables', 'Tide Tables'],
    ['milk-prices', 'Milk Prices'],
  ] as const) {
    expect((await fetch(`${site.url}/projects/${slug}`)).status).toBe(200);
    await tab.goto(`${site.url}/projects`);
    await tab.locator(`main a[href="/projects/${slug}"]`).click();
    await expect(tab.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await tab.getByRole('button', { name: 'Press' }).click();
    await expect(tab.getByText('Pressed 1 of 10 times')).toBeVisible();
  }
  expect(await shellHashes()).toEqual(before);
});

for (const [what, args, reason] of [
  ['a page of an unknown remote', ['page', 'milk', 'cheese'], '"milk" is not a remote; the remotes are demos-cameras'],
  ['a capitalized name', ['page', 'demos-games', 'Milk'], 'lowercase words with hyphens, such as milk-prices, not "Milk"'],
  ['an existing page', ['page', 'demos-games', 'egg-prices'], '/projects/egg-prices is already a page of market-prices'],
  ['a page of the shell', ['page', 'demos-games', 'drafts'], '/projects/drafts is already a page of the shell'],
  ['an existing remote', ['remote', 'demos-games'], 'apps/demos-games already exists'],
  ["a library's name", ['remote', 'ui'], 'libs/ui is already a project with that name'],
  ['the name of the tests', ['remote', 'tests'], 'tests is already a project with that name'],
  ['an unknown kind', ['shop'], 'site new page <remote> <name>, site new remote <name>, or site new repository <folder>'],
] as const) {
  test(`${what} is refused with a message that says why`, () => {
    expect(() => scaffold(...args)).toThrow(reason);
  });
}

test('nothing is written while a file that the page is added to has a syntax error', async () => {
  const routes = join(copy, 'apps/demos-games/src/routes.ts');
  const before = await readFile(routes, 'utf8');
  await appendFile(routes, 'export const half = [\n');
  expect(() => scaffold('page', 'demos-games', 'tide-times')).toThrow(
    'nothing was written, because apps/demos-games/src/routes.ts',
  );
  expect(existsSync(join(copy, 'apps/demos-games/src/tide-times'))).toBe(false);
  await writeFile(routes, before);
  expect(scaffold('page', 'demos-games', 'tide-times')).toContain('apps/demos-games/src/tide-times/');
});

for (const [command, word, reason] of [
  ['pack', '--help', '"--help" is not expected: npm run pack [folder], by default var/packed'],
  ['kit', '-h', '"-h" is not expected: npm run kit [folder], by default var/kit'],
] as const) {
  test(`npm run ${command} with an option writes nothing and says what it takes`, () => {
    const { status, stderr } = spawnSync(process.execPath, [`tools/${command}.mjs`, word], { cwd: copy, encoding: 'utf8' });
    expect([status, stderr.trim()]).toEqual([1, reason]);
    expect(existsSync(join(copy, word))).toBe(false);
  });
}
