import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { release, siteCommand, startSite, WORKSPACE, type RunningSite } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ mode: 'default' });

/** Console messages of browser and shell when a remote's files are gone. */
const BROKEN_REMOTE = [
  /MIME type/,
  /404/,
  /Failed to/i,
  /failed in step/,
  /dynamically imported module/i,
  /integrity/i,
  /preload/i,
];

let own: RunningSite;
test.beforeEach(async () => {
  own = await startSite({ ownStore: true });
});
test.afterEach(async ({ page }) => {
  await page.close();
  await own.close();
});

async function hashesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [
        file,
        createHash('sha256')
          .update(await readFile(file))
          .digest('hex'),
      ]),
    ),
  );
}

/** Address of the price pages in a current document. */
async function baseOf({ url }: RunningSite): Promise<string> {
  const html = await (await fetch(`${url}/projects/egg-prices`)).text();
  const base = /"base":"(\/r\/market-prices\/[^"]+)"/.exec(html)?.[1];
  if (!base) throw new Error('the document does not say where the price pages are');
  return base;
}

/** A failed build is repeated once, visibly, for the reason given in tools/build.mjs. */
function build(folder: string): void {
  const run = () =>
    execFileSync(process.execPath, [resolve(WORKSPACE, 'node_modules/vite/bin/vite.js'), 'build'], {
      cwd: folder,
      stdio: 'pipe',
    });
  try {
    run();
  } catch (error) {
    console.log(`the build failed; trying once more: ${(error as Error).message}`);
    run();
  }
}

/** Builds a changed copy of a remote's sources, as its team would, and returns the build folder. */
async function rebuild(app: string, file: string, change: (source: string) => string): Promise<string> {
  // As deep as apps/<app>, so that the relative paths of its configuration are valid.
  const copy = await mkdtemp(resolve(WORKSPACE, 'tmp/rebuild-'));
  await cp(resolve(WORKSPACE, 'apps', app), copy, { recursive: true, filter: (path) => !path.endsWith('/dist') });
  const path = join(copy, file);
  const before = await readFile(path, 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  await writeFile(path, after);
  build(copy);
  return join(copy, 'dist');
}

let renewed: Promise<string> | undefined;
/** The camera pages under another name; built once for every test that publishes them. */
const renewedCameras = () =>
  (renewed ??= rebuild('demos-cameras', 'remote.contract.ts', (source) => source.replaceAll("'Cameras'", "'Cameras, renewed'")));
test.afterAll(async () => {
  if (renewed) await rm(join(await renewed, '..'), { recursive: true });
});

test('a rebuilt and published remote is shown on the next page load, with the shell untouched and no restart', async ({
  page,
}) => {
  await page.goto(`${own.url}/projects/egg-prices`);
  await expect(page.getByText('Weekly Retail Egg Feature Activity')).toBeVisible();
  const shellBefore = await hashesOf(join(own.store, 'r/shell'));
  const dist = await rebuild('market-prices', 'src/egg-prices/egg-kind.ts', (source) =>
    source.replaceAll('Weekly Retail Egg Feature Activity', 'Weekly Retail Egg Feature Activity, second edition'),
  );
  await release(own.store, 'market-prices', dist);
  await page.reload();
  await expect(page.getByText('second edition')).toBeVisible();
  expect(await hashesOf(join(own.store, 'r/shell'))).toEqual(shellBefore);
  // An open tab keeps its release, because the old files are still served.
  expect((await readdir(join(own.store, 'r/market-prices'))).length).toBe(2);
  await rm(join(dist, '..'), { recursive: true });

  const before = await baseOf(own);
  await siteCommand(own.store, 'rollback', 'market-prices');
  await expect.poll(() => baseOf(own)).not.toBe(before);
  await page.reload();
  await expect(page.getByText('Weekly Retail Egg Feature Activity')).toBeVisible();
  await expect(page.getByText('second edition')).toHaveCount(0);
});

test('a changed contract renames the page and its card without a shell build', async ({ page }) => {
  const dist = await renewedCameras();
  await release(own.store, 'demos-cameras', dist);
  await page.goto(`${own.url}/projects`);
  await expect(page.getByRole('heading', { name: 'Cameras, renewed' })).toBeVisible();
  await page.goto(`${own.url}/projects/cameras`);
  await expect(page.getByRole('heading', { level: 1, name: 'Cameras, renewed' })).toBeVisible();
});

for (const moment of ['before the visit', 'during the visit', 'before the server starts'] as const) {
  test(`a remote whose files are deleted ${moment} leaves the menu and the other three remotes working`, async ({
    page,
    expectedConsole,
  }) => {
    expectedConsole.push(...BROKEN_REMOTE);
    let site = own;
    if (moment === 'during the visit') await page.goto(`${own.url}/projects`);
    await rm(join(own.store, 'r/market-prices'), { recursive: true });
    if (moment === 'before the server starts') site = await startSite({ env: { RELEASES_DIR: own.store } });
    if (moment !== 'during the visit') await page.goto(`${site.url}/projects/egg-prices`);
    else await page.locator('main a[href="/projects/egg-prices"]').click();
    await expect(page.getByText('This project could not be loaded')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('EGG PRICES');
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Projects', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: /projects/i })).toBeVisible();
    for (const [path, text] of [
      ['/projects/sensor-dashboard', /Nothing leaves this device/i],
      ['/projects/cameras', /Open Camera System/i],
      ['/projects/analog-clock', /:\d\d/],
    ] as const) {
      await page.goto(site.url + path);
      await expect(page.getByText(text).first(), path).toBeVisible();
    }
    if (site !== own) await site.close();
  });
}

test('Retry restores the page without a reload once the files are back', async ({ page, expectedConsole }) => {
  expectedConsole.push(...BROKEN_REMOTE);
  const kept = join(own.store, 'kept');
  await cp(join(own.store, 'r/market-prices'), kept, { recursive: true });
  await page.goto(`${own.url}/projects`);
  await rm(join(own.store, 'r/market-prices'), { recursive: true });
  await page.locator('main a[href="/projects/egg-prices"]').click();
  await expect(page.getByText('This project could not be loaded')).toBeVisible();
  await cp(kept, join(own.store, 'r/market-prices'), { recursive: true });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Weekly Retail Egg Feature Activity')).toBeVisible();
});

test('a tampered registry is not used: the last good one stays live', async ({ page }) => {
  const path = join(own.store, 'registry/current');
  const before = await readFile(path, 'utf8');
  const after = before.replace('EGG PRICES', 'BAD PRICES');
  expect(after).not.toBe(before);
  await writeFile(path, after);
  await page.goto(`${own.url}/projects/egg-prices`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('EGG PRICES');
});

test('an older registry with a valid signature is not used either', async ({ page }) => {
  const path = join(own.store, 'registry/current');
  const older = await readFile(path, 'utf8');
  const dist = await renewedCameras();
  await release(own.store, 'demos-cameras', dist);
  await page.goto(`${own.url}/projects/cameras`);
  await expect(page.getByRole('heading', { level: 1, name: 'Cameras, renewed' })).toBeVisible();
  await writeFile(path, older);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Cameras, renewed' })).toBeVisible();
});
