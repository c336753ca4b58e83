import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { release, siteCommand, startSite, WORKSPACE } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

/** Console messages of the browser and the shell when a remote's files are gone. */
const BROKEN_REMOTE = [
  /MIME type/,
  /404/,
  /Failed to/i,
  /failed at the \w+ step/,
  /dynamically imported module/i,
  /integrity/i,
  /preload/i,
];

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

/** A failed build is logged and retried once, for the reason given in tools/build.mjs. */
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
  // At the same depth as apps/<app>, so that the relative paths of its configuration are valid.
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

test('a rebuilt and published remote is shown on the next page load, its card renamed, with the shell untouched and no restart', async ({
  page,
}) => {
  const own = await startSite({ ownStore: true });
  try {
    const shellBefore = await hashesOf(join(own.store, 'r/shell'));
    const dist = await rebuild('demos-cameras', 'remote.contract.ts', (source) =>
      source.replaceAll("'Cameras'", "'Cameras, renewed'"),
    );
    const heading = page.getByRole('heading', { name: 'Cameras, renewed', exact: true });
    await page.goto(`${own.url}/projects`);
    await expect(page.getByRole('heading', { name: 'Cameras', exact: true })).toBeVisible();
    const registry = join(own.store, 'registry/current');
    const older = await readFile(registry, 'utf8');
    await release(own.store, 'demos-cameras', dist);
    await rm(join(dist, '..'), { recursive: true });
    await page.reload();
    await expect(heading).toBeVisible();
    await page.locator('main a[href="/projects/cameras"]').click();
    await expect(page.getByText(/Open Camera System/i).first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cameras, renewed');
    expect(await hashesOf(join(own.store, 'r/shell'))).toEqual(shellBefore);
    // An open tab keeps its release, because the old files are still served.
    expect(await readdir(join(own.store, 'r/demos-cameras'))).toHaveLength(2);

    // Neither an older registry with a valid signature nor a tampered one is used: the newest good one stays live.
    const documentNow = async () => (await fetch(`${own.url}/projects/cameras`)).text();
    const newest = await readFile(registry, 'utf8');
    for (const wrong of [older, newest.replaceAll('Cameras, renewed', 'Cameras, tampered')]) {
      expect(wrong).not.toBe(newest);
      await writeFile(registry, wrong);
      expect(await documentNow()).toContain('Cameras, renewed</h1>');
    }
    await writeFile(registry, newest);
    await siteCommand(own.store, 'rollback', 'demos-cameras');
    await expect.poll(documentNow).not.toContain('Cameras, renewed');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cameras');
  } finally {
    // A page that is still open would report to a server that is gone.
    await page.close();
    await own.close();
  }
});

test('a remote whose files are deleted during a visit leaves the menu and the others working, and Retry restores it once they are back', async ({
  page,
  expectedConsole,
}) => {
  expectedConsole.push(...BROKEN_REMOTE);
  const own = await startSite({ ownStore: true });
  try {
    const kept = join(own.store, 'kept');
    await cp(join(own.store, 'r/market-prices'), kept, { recursive: true });
    await page.goto(`${own.url}/projects`);
    await rm(join(own.store, 'r/market-prices'), { recursive: true });
    const card = page.getByText('This project could not be loaded');
    await page.locator('main a[href="/projects/egg-prices"]').click();
    await expect(card).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('EGG PRICES');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Projects', exact: true }).click();
    await page.locator('main a[href="/projects/clocks"]').first().click();
    await expect(page.getByText('RADAR TIME')).toBeVisible();
    // A server that starts without these files works as well.
    const later = await startSite({ env: { RELEASES_DIR: own.store } });
    for (const path of ['/projects/egg-prices', '/projects/clocks']) expect((await fetch(later.url + path)).status).toBe(200);
    await later.close();
    await page.goto(`${own.url}/projects/egg-prices`);
    await expect(card).toBeVisible();
    await cp(kept, join(own.store, 'r/market-prices'), { recursive: true });
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Weekly Retail Egg Feature Activity')).toBeVisible();
  } finally {
    await page.close();
    await own.close();
  }
});
