import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { signOverride } from '@site/releases';
import { changedBuild } from '../support/changed-build.ts';
import { registryKeys, siteCommand, startSite, WORKSPACE, type RunningSite } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

const APP = 'market-prices';
const PATH = '/projects/egg-prices';
const SHOWS = 'Weekly Retail Egg Feature Activity';

// One worker for the file, because publishing compresses every script again.
test.describe.configure({ mode: 'default' });

let site: RunningSite;
test.beforeEach(async () => {
  site = await startSite({ ownStore: true });
});
test.afterEach(() => site.close());

interface RegistryEntry {
  readonly stable: { readonly release: string };
  readonly canary: { readonly release: string; readonly buckets: [number, number][] } | null;
}

async function entry(): Promise<RegistryEntry> {
  const { registry } = JSON.parse(await readFile(join(site.store, 'registry/current'), 'utf8')) as { registry: string };
  const found = (JSON.parse(registry) as { apps: Record<string, RegistryEntry> }).apps[APP];
  if (!found) throw new Error(`nothing of ${APP} is live`);
  return found;
}

/** Makes the browser one that sees the canary, or one that does not. */
async function joinSet(context: BrowserContext, isInside: boolean): Promise<void> {
  const [from, to] = (await entry()).canary?.buckets[0] ?? [0, 0];
  const bucket = isInside ? from : (to + 1) % 10_000;
  await context.addCookies([{ name: 'set', value: String(bucket), url: site.url, httpOnly: true, sameSite: 'Strict' }]);
}

/** The releases of the app whose scripts the page has loaded. */
const loadedReleases = (urls: readonly string[]): string[] => [
  ...new Set(urls.flatMap((url) => new RegExp(`/r/${APP}/([^/~]+)`).exec(url)?.[1] ?? [])),
];

test('a share of the visitors get the canary, from one release only, and keep it over reloads; after promotion all do', async ({
  browser,
}) => {
  const build = await changedBuild(APP, PATH, { mark: 'canary' });
  await siteCommand(site.store, 'canary', APP, '--from', build.folder, '--share', '5');
  const { stable, canary } = await entry();
  for (const [isInside, release] of [
    [true, canary?.release],
    [false, stable.release],
  ] as const) {
    const context = await browser.newContext();
    await joinSet(context, isInside);
    const page = await context.newPage();
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    for (let visit = 0; visit < 2; visit += 1) {
      await page.goto(site.url + PATH);
      await expect(page.getByText(SHOWS)).toBeVisible();
    }
    await page.goto(`${site.url}/projects`);
    await page.locator('main a[href="/projects/usda-reports"]').click();
    await expect(page.getByRole('searchbox')).toBeVisible();
    expect(loadedReleases(urls)).toEqual([release]);
    await context.close();
  }
  await siteCommand(site.store, 'promote', APP);
  expect(await entry()).toMatchObject({ stable: { release: canary?.release }, canary: null });
  const visitor = await browser.newPage();
  await visitor.goto(site.url + PATH);
  await expect(visitor.getByText(SHOWS)).toBeVisible();
  expect(await visitor.content()).toContain(canary?.release);
  await visitor.context().close();
  await build.remove();
});

test('a browser without a bucket draws one while there is a canary, and keeps it', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(site.url);
  expect(await context.cookies()).toEqual([]);
  const build = await changedBuild(APP, PATH, { mark: 'canary' });
  await siteCommand(site.store, 'canary', APP, '--from', build.folder);
  await page.goto(site.url);
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: 'set', httpOnly: true, sameSite: 'Strict' });
  await page.reload();
  expect((await context.cookies())[0]?.value).toBe(cookie?.value);
  await context.close();
  await build.remove();
});

test('a canary that does not render: its visitors still see the page, and soon nobody gets it any more', async ({ browser }) => {
  const page = "export function Component() { throw new Error('planted: render'); }";
  const build = await changedBuild(APP, PATH, { page, mark: 'broken' });
  await siteCommand(site.store, 'canary', APP, '--from', build.folder);
  const { stable, canary } = await entry();
  const setOf = async (): Promise<string | null> => {
    const [from] = (await entry()).canary?.buckets[0] ?? [0];
    return (await fetch(site.url + PATH, { headers: { Cookie: `set=${from}` } })).headers.get('X-Release-Set');
  };
  expect(await setOf()).toMatch(/\+market-prices$/);

  const isTried = async (): Promise<boolean> => (await setOf())?.endsWith(`+${APP}`) ?? false;
  const visitors = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const context = await browser.newContext();
      await joinSet(context, true);
      return context.newPage();
    }),
  );
  for (const visitor of visitors) await visitor.goto(site.url + PATH, { waitUntil: 'commit' });
  // Nobody loses the page: the stable release takes over in the same visit.
  for (const visitor of visitors) await expect(visitor.getByText(SHOWS)).toBeVisible();
  await expect.poll(isTried).toBe(false);
  expect(await views()).toBeLessThanOrEqual(25);
  for (const visitor of visitors) await visitor.context().close();
  expect(await (await fetch(site.url + PATH)).text()).toContain(`"name":"${APP}","release":"${stable.release}"`);
  const owner = await browser.newPage();
  await owner.goto(`${site.url}/owner`);
  await expect(owner.getByRole('heading', { name: canary?.release ?? '' })).toBeVisible();
  await expect(owner.getByText(/canary, withdrawn by the site: \d+ of \d+ page views failed/)).toBeVisible();
  await expect(owner.getByText('render: planted: render')).toBeVisible();
  await owner.context().close();
  await build.remove();

  async function views(): Promise<number> {
    const rows = (await (await fetch(`${site.url}/api/releases`)).json()) as {
      release: string;
      health: { views: number } | null;
    }[];
    return rows.find(({ release }) => release === canary?.release)?.health?.views ?? 0;
  }
});

test('an override link shows an unreleased build to one visitor; a badge says so and ends it', async ({ browser }) => {
  const build = await changedBuild(APP, PATH, { mark: 'only with the link' });
  await siteCommand(site.store, 'canary', APP, '--from', build.folder, '--share', '0');
  const { stable, canary } = await entry();
  const release = canary?.release ?? '';
  const token = await signOverride(
    site.store,
    { app: APP, release, expires: Date.now() + 60_000, site: site.url },
    registryKeys(),
  );
  const [context, other] = [await browser.newContext(), await browser.newContext()];
  const page = await context.newPage();
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto(`${site.url}${PATH}?override=${token}`);
  await expect(page.getByText(SHOWS)).toBeVisible();
  expect(page.url()).toBe(site.url + PATH);
  expect(loadedReleases(urls)).toEqual([release]);
  const badge = page.getByRole('complementary', { name: 'Releases that only you see' });
  await badge.getByText('1 override').click();
  await expect(badge.getByText(release)).toBeVisible();

  const stranger = await other.newPage();
  await stranger.goto(site.url + PATH);
  await expect(stranger.getByText(SHOWS)).toBeVisible();
  expect(await stranger.content()).not.toContain(release);
  await expect(stranger.getByText('1 override')).toHaveCount(0);
  await stranger.goto(`${site.url}/?override=${token.replace(/\.(.)/, (_, first: string) => (first === 'A' ? '.B' : '.A'))}`);
  await expect(stranger.getByText('This link changes nothing: the link was not signed by the key of this site.')).toBeVisible();

  await badge.getByRole('link', { name: 'Show the live version' }).click();
  await expect(page.getByText(SHOWS)).toBeVisible();
  await expect(badge).toHaveCount(0);
  expect(await page.content()).toContain(`"name":"${APP}","release":"${stable.release}"`);
  expect(await context.cookies()).toEqual([]);
  for (const opened of [context, other]) await opened.close();
  await build.remove();
});

test('a preview shows what two teams have not released yet, together, to whoever opens its link, and to nobody else', async ({
  browser,
}) => {
  const parts = [
    { app: APP, path: PATH, live: SHOWS, text: 'Eggs of tomorrow' },
    { app: 'demos-games', path: '/projects/clocks', live: 'RADAR TIME', text: 'Clocks of tomorrow' },
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
  const said = execFileSync(process.execPath, command, { cwd: WORKSPACE, env, encoding: 'utf8' });
  const [context, other] = [await browser.newContext(), await browser.newContext()];
  const [page, stranger] = [await context.newPage(), await other.newPage()];
  await page.goto(/^http\S+/m.exec(said)?.[0] ?? said);
  await expect(page.getByText('2 overrides')).toBeVisible();
  for (const { path, live, text } of parts) {
    await page.goto(`${site.url}/projects`);
    await page.locator(`main a[href="${path}"]`).click();
    await expect(page.getByText(text)).toBeVisible();
    await stranger.goto(site.url + path);
    await expect(stranger.getByText(live).first()).toBeVisible();
    expect(await stranger.content()).not.toContain('of tomorrow');
  }
  await page.getByText('2 overrides').click();
  await page.getByRole('link', { name: 'Show the live version' }).click();
  await expect(page.getByText('2 overrides')).toHaveCount(0);
  await page.goto(site.url + PATH);
  await expect(page.getByText(SHOWS)).toBeVisible();
  for (const opened of [context, other]) await opened.close();
});
