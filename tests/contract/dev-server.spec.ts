import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { editFile } from '../support/edit-file.ts';
import { startSite, WORKSPACE, type RunningSite } from '../support/site.ts';
import { expect, test } from '../support/test.ts';
import { copyWorkspace } from '../support/workspace-copy.ts';

test.describe.configure({ mode: 'default' });

/** The developer's sources: a copy that the test may change. */
let copy: string;
let site: RunningSite;
test.beforeAll(async () => {
  copy = await copyWorkspace();
  site = await startSite();
});
test.afterAll(async () => {
  await site.close();
  await rm(copy, { recursive: true });
});

interface Development {
  readonly link: string;
  readonly origin: string;
  /** Ends it as Ctrl-C does. */
  stop(): Promise<number | null>;
}

/** The real command, alongside a running site. */
async function develop(remote: string): Promise<Development> {
  const child: ChildProcess = spawn(
    process.execPath,
    [resolve(WORKSPACE, 'tools/dev.mjs'), remote, '--site', site.url, '--port', '0'],
    { env: { ...process.env, SITE_WORKSPACE: copy, RELEASE_SIGNING_KEY: process.env['E2E_SIGNING_KEY'] } },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  try {
    await expect
      .poll(() => (child.exitCode === null ? output : `it ended: ${output}`), { timeout: 0 })
      .toMatch(/Stop {6}Ctrl-C|^it ended/);
    expect(child.exitCode, output).toBeNull();
  } catch (cause) {
    child.kill();
    throw cause;
  }
  const [link = ''] = /http\S+\?override=\S+/.exec(output) ?? [];
  const [origin = ''] = /http:\/\/localhost:\d+(?=, as you write it)/.exec(output) ?? [];
  return {
    link,
    origin,
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

const edit = (path: string, from: string, to: string) => editFile(join(copy, path), from, to);

test('a remote from a developer’s machine runs inside the released site: edits and new pages appear, no state is lost, and once its server has stopped, the page asks whether it is running', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(
    // After the development server has stopped:
    /ERR_CONNECTION_REFUSED/,
    /^using the released contract of market-prices instead of the one from .*: /,
    /^\/projects\/[a-z-]+ of market-prices localhost:\d+ failed at the fetch step: /,
  );
  const development = await develop('market-prices');
  const badge = page.getByRole('complementary', { name: 'Releases that only you see' });
  let ended: number | null = null;
  try {
    await page.goto(development.link);
    await expect(page).toHaveURL(`${site.url}/projects/usda-reports`);
    const search = page.getByLabel('Search reports');
    await search.fill('egg');
    await badge.getByText('1 override').click();
    await expect(badge).toContainText(`market-prices ${development.origin.replace('http://', '')}`);

    const lost: string[] = [];
    page.on('requestfailed', (request) => {
      if (/REFUSED|RESET/.test(request.failure()?.errorText ?? '')) lost.push(request.url());
    });
    const documents: string[] = [];
    page.on('framenavigated', (frame) => documents.push(frame.url()));
    await edit('apps/market-prices/src/usda-reports/report-controls.tsx', 'Search reports', 'Look for reports');
    await expect(page.getByLabel('Look for reports')).toHaveValue('egg');
    expect(documents).toEqual([]);

    // Its sources are served, and nothing else.
    const outside = await page.request.get(`${development.origin}/@fs${copy}/package.json`);
    expect([outside.status(), (await page.request.get(`${development.origin}/src/routes.ts`)).status()]).toEqual([403, 200]);
    const visitor = await fetch(`${site.url}/projects/usda-reports`);
    expect(visitor.headers.get('content-security-policy')).not.toContain('localhost:');

    // A page that has never been released appears without a manual reload.
    const connected = page.waitForEvent('console', (message) => message.text() === '[vite] connected.');
    await page.goto(`${site.url}/projects`);
    await connected;
    execFileSync(process.execPath, [resolve(WORKSPACE, 'tools/scaffold.mjs'), 'page', 'market-prices', 'milk-prices'], {
      env: { ...process.env, SITE_WORKSPACE: copy },
      cwd: copy,
    });
    await page.locator('main a[href="/projects/milk-prices"]').click();
    await page.getByRole('button', { name: 'Press' }).click();
    await expect(page.getByText('Pressed 1 of 10 times')).toBeVisible();
    expect(lost, 'requests that a restarting server refused').toEqual([]);
    expect((await fetch(`${site.url}/projects/milk-prices`)).status).toBe(404);
  } finally {
    ended = await development.stop();
  }
  expect(ended).toBe(0);

  await page.goto(`${site.url}/projects/egg-prices`);
  await expect(page.getByRole('heading', { name: 'This project could not be loaded' })).toBeVisible();
  await page.getByText('Technical details').click();
  await expect(page.getByRole('alert')).toContainText(`is the development server at ${development.origin} running?`);
  await page.goto(`${site.url}/projects/clocks`);
  await expect(page.getByText(/RADAR TIME/).first()).toBeVisible();
  await badge.getByText('1 override').click();
  await page.getByRole('link', { name: 'Show the live version' }).click();
  await expect(badge).toHaveCount(0);
  await page.goto(`${site.url}/projects/egg-prices`);
  await expect(page.getByText('Weekly Retail Egg Feature Activity')).toBeVisible();
});
