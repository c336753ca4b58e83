import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { changedBuild } from '../support/changed-build.ts';
import { siteCommand, startSite, WORKSPACE, type RunningSite } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

// One worker and one site for the file: each test uses different remotes.
test.describe.configure({ mode: 'default' });

let site: RunningSite;
test.beforeAll(async () => {
  site = await startSite({ ownStore: true });
});
test.afterAll(() => site.close());

interface RegistryEntry {
  readonly stable: { readonly release: string };
  readonly canary: { readonly release: string; readonly buckets: [number, number][] } | null;
}

async function entryOf(app: string): Promise<RegistryEntry> {
  const { registry } = JSON.parse(await readFile(join(site.store, 'registry/current'), 'utf8')) as { registry: string };
  const found = (JSON.parse(registry) as { apps: Record<string, RegistryEntry> }).apps[app];
  if (!found) throw new Error(`no release of ${app} is live`);
  return found;
}

/** Puts the browser in a bucket that sees the app's canary, or in one that does not. */
async function joinBucket(context: BrowserContext, app: string, isInside: boolean): Promise<void> {
  const [from, to] = (await entryOf(app)).canary?.buckets[0] ?? [0, 0];
  const bucket = isInside ? from : (to + 1) % 10_000;
  await context.addCookies([{ name: 'set', value: String(bucket), url: site.url, httpOnly: true, sameSite: 'Strict' }]);
}

/** The releases of the app whose scripts the page has loaded. */
const loadedReleases = (app: string, urls: readonly string[]): string[] => [
  ...new Set(urls.flatMap((url) => new RegExp(`/r/${app}/([^/~]+)`).exec(url)?.[1] ?? [])),
];

test('a share of the visitors get the canary, load no other release, and keep it across reloads; after promotion all get it', async ({
  browser,
}) => {
  const app = 'market-prices';
  const build = await changedBuild(app, '/projects/egg-prices', { mark: 'canary' });
  await siteCommand(site.store, 'canary', app, '--from', build.folder, '--share', '5');
  await build.remove();
  const { stable, canary } = await entryOf(app);
  for (const [isInside, release] of [
    [true, canary?.release],
    [false, stable.release],
  ] as const) {
    const context = await browser.newContext();
    await joinBucket(context, app, isInside);
    const page = await context.newPage();
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await page.goto(`${site.url}/projects/egg-prices`);
    await expect(page.getByText('Weekly Retail Egg Feature Activity')).toBeVisible();
    await page.goto(`${site.url}/projects`);
    await page.locator('main a[href="/projects/usda-reports"]').click();
    await expect(page.getByRole('searchbox')).toBeVisible();
    expect(loadedReleases(app, urls)).toEqual([release]);
    await context.close();
  }
  // A browser without a bucket draws one while there is a canary, and keeps it.
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site.url}/offline`);
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: 'set', httpOnly: true, sameSite: 'Strict' });
  await page.reload();
  expect((await context.cookies())[0]?.value).toBe(cookie?.value);
  await context.close();
  await siteCommand(site.store, 'promote', app);
  expect(await entryOf(app)).toMatchObject({ stable: { release: canary?.release }, canary: null });
  expect(await (await fetch(`${site.url}/projects/egg-prices`)).text()).toContain(canary?.release);
});

test('a visitor whose canary does not render still sees the page, and the owner sees why it failed', async ({ browser }) => {
  const app = 'demos-games';
  const broken = "export function Component() { throw new Error('planted: render'); }";
  const build = await changedBuild(app, '/projects/clocks', { page: broken, mark: 'broken' });
  await siteCommand(site.store, 'canary', app, '--from', build.folder);
  await build.remove();
  const { canary } = await entryOf(app);
  const context = await browser.newContext();
  await joinBucket(context, app, true);
  const page = await context.newPage();
  await page.goto(`${site.url}/projects/clocks`);
  // The stable release takes over in the same visit.
  await expect(page.getByText('RADAR TIME')).toBeVisible();
  const ownersPage = async () => (await fetch(`${site.url}/owner`)).text();
  await expect.poll(ownersPage).toContain('render: planted: render');
  expect(await ownersPage()).toContain(canary?.release);
  await context.close();
});

test('a preview shows the canaries of two teams together, to everyone who opens its link and to nobody else', async ({
  browser,
}) => {
  const parts = [
    { app: 'demos-sensors', path: '/projects/sensor-dashboard', text: 'Sensors of tomorrow' },
    { app: 'demos-cameras', path: '/projects/cameras', text: 'Cameras of tomorrow' },
  ];
  for (const { app, path, text } of parts) {
    const page = `export const Component = () => '${text}';`;
    const build = await changedBuild(app, path, { page, mark: 'preview' });
    await siteCommand(site.store, 'canary', app, '--from', build.folder, '--share', '0');
    await build.remove();
  }
  const env = {
    ...process.env,
    RELEASES_DIR: site.store,
    RELEASE_SIGNING_KEY: process.env['E2E_SIGNING_KEY'],
    PUBLIC_ORIGIN: site.url,
  };
  const command = ['apps/api/bin/site.mjs', 'preview', ...parts.map(({ app }) => app)];
  const output = execFileSync(process.execPath, command, { cwd: WORKSPACE, env, encoding: 'utf8' });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(/^http\S+/m.exec(output)?.[0] ?? output);
  const badge = page.getByRole('complementary', { name: 'Releases that only you see' });
  await badge.getByText('2 overrides').click();
  for (const { app } of parts) await expect(badge.getByText((await entryOf(app)).canary?.release ?? '')).toBeVisible();
  for (const { app, path, text } of parts) {
    await page.goto(`${site.url}${path}`);
    await expect(page.getByText(text)).toBeVisible();
    const { stable, canary } = await entryOf(app);
    const stranger = await (await fetch(site.url + path)).text();
    expect([stranger.includes(stable.release), stranger.includes(canary?.release ?? '')], app).toEqual([true, false]);
  }
  await badge.getByText('2 overrides').click();
  await badge.getByRole('link', { name: 'Show the live version' }).click();
  await expect(badge).toHaveCount(0);
  await expect(page.getByText('Open Camera System').first()).toBeVisible();
  // Only the bucket remains, because another remote has a canary.
  expect((await context.cookies()).map(({ name }) => name).filter((name) => name !== 'set')).toEqual([]);
  await context.close();
});
