import { execFileSync } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { registryKeys, startSite, WORKSPACE } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ mode: 'default' });

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** A plain static host: folders have an index.html, everything else is a file or 404.html. */
function fileHost(folder: string): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const [file, status] = [join(folder, pathname), join(folder, pathname, 'index.html')].some(existsSync)
      ? [extname(pathname) === '' ? join(folder, pathname, 'index.html') : join(folder, pathname), 200]
      : [join(folder, '404.html'), 404];
    response.writeHead(status, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
}

let folder: string;
let host: Server | undefined;
let url: string;
test.beforeAll(async () => {
  const site = await startSite();
  folder = await mkdtemp(resolve(WORKSPACE, 'tmp/export-'));
  const key = registryKeys().signing.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const env = { PATH: process.env['PATH'], RELEASES_DIR: site.store, RELEASE_SIGNING_KEY: key };
  execFileSync(process.execPath, ['apps/api/bin/site.mjs', 'export', folder], { cwd: WORKSPACE, env, stdio: 'pipe' });
  await site.close();
  const server = fileHost(folder);
  host = server;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
test.afterAll(async () => {
  host?.closeAllConnections();
  host?.close();
  await rm(folder, { recursive: true });
});

test('source maps are not exported', async () => {
  const names = await readdir(folder, { recursive: true });
  expect(names.filter((name) => name.endsWith('.js')).length).toBeGreaterThan(0);
  expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
});

test('a plain static host shows the pages of the shell and the remotes, by address and through links', async ({
  page,
  expectedConsole,
}) => {
  // There is no server for telemetry.
  expectedConsole.push(/api\/telemetry|status of 404/);
  await page.goto(`${url}/about`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${url}/projects/clocks`);
  await expect(page.getByText(/RADAR TIME/)).toBeVisible();
  await page.goto(`${url}/projects`);
  await page.locator('main a[href="/projects/analog-clock"]').click();
  await expect(page.getByText(/:\d\d/).first()).toBeVisible();
});

test('content from the API shows its failed state, and an unknown address the 404 page', async ({ page, expectedConsole }) => {
  expectedConsole.push(/404/);
  await page.goto(`${url}/projects/egg-prices`);
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible();
  const response = await page.goto(`${url}/nowhere`);
  expect(response?.status()).toBe(404);
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
});

test('the policy is in the documents, and the folder has no server files', async ({ page, expectedConsole }) => {
  expectedConsole.push(/api\/telemetry|status of 404/);
  await page.goto(`${url}/`);
  const metas = page.locator('meta[http-equiv="Content-Security-Policy"]');
  const [policy, folders] = await metas.evaluateAll((elements) => elements.map((element) => element.getAttribute('content')));
  expect(policy).toContain("default-src 'none'; script-src 'self' 'sha256-");
  expect(policy).not.toContain('frame-ancestors');
  expect(folders).toMatch(
    /^script-src( 'sha256-\S+'){2}( http:\/\/\*:\*\/r\/\S+\/)+; worker-src blob: http:\/\/\*:\*\/service-worker\.js$/,
  );
  const names = await readdir(folder, { recursive: true });
  expect(names).toEqual(
    expect.arrayContaining(['index.html', '404.html', '_headers', 'robots.txt', 'sitemap.xml', 'resume.json', 'resume.md']),
  );
  expect(names.filter((name) => /private\.json|entry-server|registry|release\.json/.test(name))).toEqual([]);
});

test('a folder that is not empty is left unchanged', () => {
  const env = { PATH: process.env['PATH'], RELEASES_DIR: 'var/none', RELEASE_SIGNING_KEY: 'x' };
  const run = () =>
    execFileSync(process.execPath, ['apps/api/bin/site.mjs', 'export', folder], { cwd: WORKSPACE, env, stdio: 'pipe' });
  expect(run).toThrow(/is not empty; specify a new folder/);
});
