import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { promote, publish, readRemoteBuild, rollback, startCanary } from '@site/releases';
import { createRandom } from '@site/sim';
import { changedBuild } from '../support/changed-build.ts';
import { registryKeys, startSite, type RunningSite } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

/** Steps of the walk: INTERLEAVINGS=1000 is the full campaign, `npm run test:deployment`. */
const STEPS = Number(process.env['INTERLEAVINGS'] ?? 8);
const isFull = STEPS >= 1_000;
/** With this seed the short walk has every operation within a few steps. */
const SEED = 20_272_557;
const VISITORS = isFull ? 5 : 2;
const TABS = isFull ? 20 : 2;
/** Number of alternating releases of each remote. */
const RELEASES = isFull ? 3 : 2;

const PAGES = [
  { app: 'demos-games', path: '/projects/clocks', shows: /RADAR TIME/ },
  { app: 'market-prices', path: '/projects/egg-prices', shows: /Weekly Retail Egg Feature Activity/ },
  { app: 'demos-cameras', path: '/projects/cameras', shows: /Open Camera System/i },
  { app: 'demos-sensors', path: '/projects/sensor-dashboard', shows: /Nothing leaves this device/i },
] as const;
const APPS = isFull ? PAGES.map(({ app }) => app) : ['demos-games'];

test.describe.configure({ mode: 'default' });

const OPERATIONS = ['deploy', 'rollback', 'canary', 'promote'];

type Build = Awaited<ReturnType<typeof readRemoteBuild>>;

/** Every release that the walk deploys, compressed once. */
async function makeBuilds(): Promise<ReadonlyMap<string, readonly Build[]>> {
  const builds = new Map<string, Build[]>();
  for (const { app, path } of PAGES.filter((page) => APPS.includes(page.app))) {
    const ofApp: Build[] = [];
    for (let n = 0; n < RELEASES; n += 1) {
      const { folder, remove } = await changedBuild(app, path, { mark: `release ${n}` });
      ofApp.push(await readRemoteBuild(app, '0.1.0', folder));
      await remove();
    }
    builds.set(app, ofApp);
  }
  return builds;
}

/** Collects a tab's failed responses, failed requests and uncaught errors. */
function watch(page: Page, problems: string[]): void {
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // A tab that navigates away aborts its requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') problems.push(`${request.failure()?.errorText} ${request.url()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
}

/** A release of a remote that a tab's document has requested. */
interface Seen {
  readonly app: string;
  readonly release: string;
}

/** Every release of a remote that the document has requested. */
const seenIn = (page: Page): Promise<Seen[]> =>
  page.evaluate(() => {
    const seen = new Map<string, Seen>();
    for (const { name } of performance.getEntriesByType('resource')) {
      const [folder, app, release] = /\/r\/([a-z-]+)\/([^/~]+)/.exec(name) ?? [];
      if (folder && app && release) seen.set(folder, { app, release });
    }
    return [...seen.values()];
  });

/** Every pair of releases of the same remote in a document. */
async function mixedIn(page: Page) {
  const seen = await seenIn(page);
  return seen.flatMap((one, at) => seen.slice(at + 1).flatMap((other) => (other.app === one.app ? [[one, other] as const] : [])));
}

/** A document has only one release of a remote: with its timers stretched here, the loader requests no other one. */
const expectUnmixed = async (page: Page, way: string) => expect(await mixedIn(page), `${way} to ${page.url()}`).toEqual([]);

async function openTabs(browser: Browser, url: string, problems: string[]): Promise<Page[]> {
  const tabs: Page[] = [];
  for (let visitor = 0; visitor < VISITORS; visitor += 1) {
    const context = await browser.newContext();
    for (let tab = 0; tab < TABS / VISITORS; tab += 1) {
      const page = await context.newPage();
      watch(page, problems);
      await page.goto(`${url}/projects`);
      tabs.push(page);
    }
  }
  return tabs;
}

/** Verifies that the check notices a page with a second release of a remote. */
async function expectCheckToDetect(tab: Page, { store, url }: RunningSite, builds: readonly Build[]): Promise<void> {
  const { app, path, shows } = PAGES[0];
  for (const build of builds) await publish(store, build, registryKeys(), new Date());
  await tab.goto(url + path);
  await expect(tab.getByText(shows).first()).toBeVisible();
  const shown = (await seenIn(tab)).find((one) => one.app === app)?.release;
  const other = builds.find(({ manifest }) => manifest.release !== shown);
  const sheet = other?.files.find((file) => file.path.endsWith('.css'));
  await tab.evaluate(async (href) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    const loaded = new Promise((done) => link.addEventListener('load', done));
    document.head.append(link);
    await loaded;
  }, `/r/${app}/${other?.manifest.release}/${sheet?.path}`);
  expect(await mixedIn(tab)).toHaveLength(1);
}

test(`${STEPS} random releases, rollbacks, canaries, promotions and visits in ${TABS} tabs: nothing fails, no releases are mixed`, async ({
  browser,
}) => {
  // The campaign may take as long as it needs.
  if (isFull) test.setTimeout(0);
  const site: RunningSite = await startSite({ ownStore: true });
  const next = createRandom(SEED);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] ?? items[0]!;
  const keys = registryKeys();
  const builds = await makeBuilds();
  const problems: string[] = [];
  const tabs = await openTabs(browser, site.url, problems);
  const done = new Map<string, number>();
  let steps = 0;
  const count = (what: string) => done.set(what, (done.get(what) ?? 0) + 1);

  /** A step that the site's state does not allow, such as a promotion without a canary, does not count. */
  async function operate(): Promise<boolean> {
    const app = pick(APPS);
    const build = pick(builds.get(app) ?? []);
    const now = new Date();
    const operations: readonly [string, () => Promise<unknown>][] = [
      ['deploy', () => publish(site.store, build, keys, now)],
      ['rollback', () => rollback(site.store, app, undefined, keys, now)],
      ['canary', () => startCanary(site.store, build, { share: 0.1 + 0.8 * next(), maxErrorRate: 0.02 }, keys, now)],
      ['promote', () => promote(site.store, app, keys, now)],
    ];
    const [what, act] = pick(operations);
    const isTaken = await act().then(
      () => true,
      (cause: unknown) => {
        // The store's refusal; any other error is a fault.
        if (!(cause instanceof Error && cause.name === 'ReleaseError')) throw cause;
        return false;
      },
    );
    if (isTaken) count(what);
    return isTaken;
  }

  async function browse(tab: Page): Promise<void> {
    const { path, shows } = pick(PAGES);
    const way = pick(['via a link', 'by its address', 'reload'] as const);
    count(way);
    if (way === 'reload') {
      await tab.reload();
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    } else {
      if (way === 'by its address') await tab.goto(site.url + path);
      else {
        if (!tab.url().endsWith('/projects')) await tab.goto(`${site.url}/projects`);
        await tab.locator(`main a[href="${path}"]`).first().click();
      }
      await expect(tab.getByText(shows).first()).toBeVisible();
    }
    await expectUnmixed(tab, way);
  }

  while (steps < STEPS || OPERATIONS.some((what) => !done.has(what))) {
    // One to three tabs navigate while the registry changes, at a time determined by the seed.
    const moving = new Set(Array.from({ length: 1 + Math.floor(next() * 3) }, () => pick(tabs)));
    const delay = next() * 400;
    const [isTaken] = await Promise.all([
      sleep(delay).then(() => (next() < 0.5 ? operate() : false)),
      ...[...moving].map((tab) => browse(tab)),
    ]);
    steps += moving.size + (isTaken ? 1 : 0);
    expect(problems, `after ${steps} steps`).toEqual([]);
  }
  await expectCheckToDetect(tabs[0]!, site, builds.get(PAGES[0].app) ?? []);
  console.log(`${steps} steps in ${TABS} tabs, seed ${SEED}: ${[...done].map(([what, n]) => `${n} ${what}`).join(', ')}`);
  for (const tab of tabs) await tab.context().close();
  await site.close();
});
