import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
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

/** The real command, next to a running site. */
async function develop(remote: string): Promise<Development> {
  const child: ChildProcess = spawn(
    process.execPath,
    [resolve(WORKSPACE, 'tools/dev.mjs'), remote, '--site', site.url, '--port', '0'],
    { env: { ...process.env, SITE_WORKSPACE: copy, RELEASE_SIGNING_KEY: process.env['E2E_SIGNING_KEY'] } },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  try {
    await expect.poll(() => (child.exitCode === null ? said : `it ended: ${said}`)).toMatch(/Stop {6}Ctrl-C|^it ended/);
    expect(child.exitCode, said).toBeNull();
  } catch (cause) {
    child.kill();
    throw cause;
  }
  const [link = ''] = /http\S+\?override=\S+/.exec(said) ?? [];
  const [origin = ''] = /http:\/\/localhost:\d+(?=, as you write it)/.exec(said) ?? [];
  return {
    link,
    origin,
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

async function edit(path: string, from: string, to: string): Promise<void> {
  const file = join(copy, path);
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

test('a remote from a developer’s machine runs inside the released site; an edit is shown, and no state is lost', async ({
  page,
  browser,
}) => {
  const development = await develop('market-prices');
  try {
    await page.goto(development.link);
    await expect(page).toHaveURL(`${site.url}/projects/usda-reports`);
    const search = page.getByLabel('Search reports');
    await search.fill('egg');
    await page.getByText('1 override').click();
    await expect(page.getByRole('complementary', { name: 'Releases that only you see' })).toContainText(
      `market-prices ${development.origin.replace('http://', '')}`,
    );

    const documents: string[] = [];
    page.on('framenavigated', (frame) => documents.push(frame.url()));
    await edit('apps/market-prices/src/usda-reports/report-controls.tsx', 'Search reports', 'Look for reports');
    await expect(page.getByLabel('Look for reports')).toHaveValue('egg');
    expect(documents).toEqual([]);

    // Its sources are served, and nothing else.
    const beside = await page.request.get(`${development.origin}/@fs${copy}/package.json`);
    expect([beside.status(), (await page.request.get(`${development.origin}/src/routes.ts`)).status()]).toEqual([403, 200]);

    // The rest of the site is the released one, one click away and back.
    await page.goto(`${site.url}/projects`);
    await page.locator('main a[href="/projects/clocks"]').click();
    await expect(page.getByText(/RADAR TIME/).first()).toBeVisible();

    const other = await browser.newContext();
    const visitor = await other.newPage();
    const answer = await visitor.goto(`${site.url}/projects/usda-reports`);
    await expect(visitor.getByLabel('Search reports')).toBeVisible();
    expect(answer?.headers()['content-security-policy']).not.toContain('localhost:');
    await other.close();
  } finally {
    expect(await development.stop()).toBe(0);
  }
});

test('a page that was never released appears only for its developer, without a manual reload', async ({
  page,
  browser,
  expectedConsole,
}) => {
  // The contract is part of the server's settings, so the server restarts, and the open page waits for it.
  expectedConsole.push(/ERR_CONNECTION_REFUSED/);
  const development = await develop('demos-games');
  try {
    await page.goto(development.link);
    // The link responds with a page that redirects by itself.
    await expect(page.getByText('1 override')).toBeVisible();
    const connected = page.waitForEvent('console', (message) => message.text() === '[vite] connected.');
    await page.goto(`${site.url}/projects`);
    await connected;
    const env = { ...process.env, SITE_WORKSPACE: copy };
    execFileSync(process.execPath, [resolve(WORKSPACE, 'tools/scaffold.mjs'), 'page', 'demos-games', 'milk-prices'], {
      env,
      cwd: copy,
    });
    await page.locator('main a[href="/projects/milk-prices"]').click();
    await page.getByRole('button', { name: 'Press' }).click();
    await expect(page.getByText('Pressed 1 of 10 times')).toBeVisible();

    const other = await browser.newContext();
    expect((await (await other.newPage()).request.get(`${site.url}/projects/milk-prices`)).status()).toBe(404);
    await other.close();
  } finally {
    await development.stop();
  }
});

test('without its development server the page says so, the others work, and one link ends the override', async ({
  page,
  expectedConsole,
}) => {
  const development = await develop('demos-games');
  expect(await development.stop()).toBe(0);
  expectedConsole.push(
    /Failed to load resource: net::ERR_CONNECTION_REFUSED/,
    /^the contract of demos-games from .* is not used, the released one is: /,
    // The link opens one of the remote's pages, whose failure may be logged before the test goes on.
    /^\/projects\/[a-z-]+ of demos-games localhost:\d+ failed in step fetch: /,
  );
  await page.goto(development.link);
  await expect(page.getByText('1 override')).toBeVisible();
  await page.goto(`${site.url}/projects/clocks`);
  await expect(page.getByRole('heading', { name: 'This project could not be loaded' })).toBeVisible();
  await page.getByText('Technical reason').click();
  await expect(page.getByRole('alert')).toContainText(`is the development server at ${development.origin} running?`);
  await page.goto(`${site.url}/projects/cameras`);
  await expect(page.getByText(/Open Camera System/i).first()).toBeVisible();
  await page.getByText('1 override').click();
  await page.getByRole('link', { name: 'Show the live version' }).click();
  await expect(page.getByText('1 override')).toHaveCount(0);
  await page.goto(`${site.url}/projects/clocks`);
  await expect(page.getByText(/RADAR TIME/).first()).toBeVisible();
});
