import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { changedBuild } from '../support/changed-build.ts';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { advancePastLoaderTimer, installClock } from '../support/loader-timers.ts';
import { RELEASE_FAULTS, type ReleaseFault } from '../support/release-faults.ts';
import { release, siteCommand, startSite, type RunningSite } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

/** One page of each remote, and text that it shows. */
const REMOTES = [
  { app: 'demos-sensors', path: '/projects/sensor-dashboard', shows: /Nothing leaves this device/i },
  { app: 'demos-cameras', path: '/projects/cameras', shows: /Open Camera System/i },
  { app: 'demos-games', path: '/projects/clocks', shows: /RADAR TIME/ },
  { app: 'market-prices', path: '/projects/egg-prices', shows: /Weekly Retail Egg Feature Activity/ },
] as const;
type Remote = (typeof REMOTES)[number];
const OPENINGS = ['cold', 'via a link', 'after a hover'] as const;
type Opening = (typeof OPENINGS)[number];

const isFull = process.env['FAULT_CASES'] === 'all';

/**
 * One fault of each kind that only a browser shows: a hang while the loader's own runtime is loaded over the same few
 * connections, and one in rendering; an error after rendering; a refused script; lost styles; an error after which the page
 * stays on the screen. What each engine reports about a script that cannot be fetched, linked, evaluated or rendered is tested
 * in tests/engines/releases.spec.ts, the loader's rules in apps/shell/src/federation. FAULT_CASES=all: every fault for every
 * remote, opened in every way.
 */
const SHORT: Readonly<Record<string, readonly [app: Remote['app'], opening: Opening]>> = {
  'never responds': ['demos-sensors', 'via a link'],
  'waits forever': ['demos-games', 'cold'],
  'throws in an effect': ['market-prices', 'after a hover'],
  'throws in an event': ['demos-sensors', 'cold'],
  'has lost its styles': ['market-prices', 'cold'],
  'has one wrong byte in each script': ['demos-cameras', 'via a link'],
};
const ALL = RELEASE_FAULTS.flatMap((fault) =>
  REMOTES.flatMap((remote) => OPENINGS.map((opening) => ({ fault, remote, opening }))),
);
const CASES = isFull
  ? ALL
  : ALL.filter(({ fault, remote, opening }) => SHORT[fault.name]?.join() === [remote.app, opening].join());

test.describe.configure({ mode: 'default' });

let site: RunningSite;
let proxy: FaultProxy;
const first = new Map<string, string>();

test.beforeAll(async () => {
  site = await startSite({ ownStore: true });
  proxy = await startFaultProxy(site.url);
  for (const { app } of REMOTES) first.set(app, await liveRelease(app));
});
test.afterAll(async () => {
  await proxy.close();
  await site.close();
});

async function liveRelease(app: string): Promise<string> {
  const { registry } = JSON.parse(await readFile(join(site.store, 'registry/current'), 'utf8')) as { registry: string };
  const { apps } = JSON.parse(registry) as { apps: Record<string, { stable: { release: string } }> };
  return apps[app]?.stable.release ?? '';
}

/** Publishes the remote's build with the fault in it, and returns the release. */
async function publishWith({ name, page, container }: ReleaseFault, { app, path }: Remote): Promise<string> {
  // Whatever the fault, the release differs from the previous one.
  const build = await changedBuild(app, path, { page, container, mark: name });
  await release(site.store, app, build.folder);
  await build.remove();
  return liveRelease(app);
}

/** True once React has hydrated the element: from then on a click does not load another document. */
const isHydrated = (element: Element): boolean => Object.keys(element).some((key) => key.startsWith('__reactFiber'));

/** Opens the page in that way, as a visitor would, without waiting for it. */
async function open(page: Page, path: string, opening: Opening): Promise<void> {
  if (opening === 'cold') {
    await page.goto(proxy.url + path, { waitUntil: 'commit' });
    return;
  }
  // Not its load event: the picture on the release's card may never arrive.
  await page.goto(`${proxy.url}/projects`, { waitUntil: 'commit' });
  const link = page.locator(`main a[href="${path}"]`).first();
  await expect.poll(() => link.evaluate(isHydrated), 'the link is hydrated').toBe(true);
  await link.scrollIntoViewIfNeeded();
  if (opening === 'after a hover') {
    const warmed = page.waitForRequest(/\/r\/[^/]+\/[^/]+\/remoteEntry\.js$/);
    await link.hover();
    await warmed;
  }
  await link.click();
}

/** Resolves when the page has the loader's runtime, which requests every release. Call it before the page is opened. */
async function runtimeIn(page: Page): Promise<void> {
  const request = await page.waitForEvent('requestfinished', (one) => one.url().includes('/assets/federation-runtime-'));
  await page.evaluate((address) => import(address), request.url());
}

/**
 * All other remotes in the full campaign; otherwise only the menu, because a journey opens another remote after a broken release.
 */
async function expectMenuAndOthersToWork(page: Page, broken: Remote): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Projects', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /projects/i })).toBeVisible();
  for (const { path, shows } of isFull ? REMOTES.filter((remote) => remote !== broken) : []) {
    await page.locator(`main a[href="${path}"]`).first().click();
    await expect(page.getByText(shows).first(), path).toBeVisible();
    await page.goBack({ waitUntil: 'commit' });
  }
}

if (!isFull && CASES.length !== Object.keys(SHORT).length) throw new Error('SHORT names a fault that does not exist');

for (const { fault, remote, opening } of CASES) {
  test(`a release of ${remote.app} that ${fault.name}, opened ${opening}`, async ({ page, expectedConsole }) => {
    if (fault.says) expectedConsole.push(fault.says);
    const broken = await publishWith(fault, remote);
    // The shell's console message: app, release and step of the failure, and what is shown instead.
    const report = new RegExp(
      `^${remote.path} of ${remote.app} ${broken} failed at the [a-z]+ step: .*; ${first.get(remote.app)} took over$`,
      's',
    );
    if (fault.ends !== 'stays') expectedConsole.push(report);
    try {
      const { network, disk } = fault;
      if (disk) await disk(join(site.store, 'r', remote.app, broken));
      if (network) proxy.inject({ path: new RegExp(`^/r/${remote.app}/${broken}`), answer: network });
      if (fault.ends === 'hang') await installClock(page);
      const runtime = fault.ends === 'hang' ? runtimeIn(page) : null;
      const reported = fault.ends === 'stays' ? null : page.waitForEvent('console', (message) => report.test(message.text()));
      const thrown = fault.ends === 'stays' ? page.waitForEvent('pageerror') : null;
      await open(page, remote.path, opening);
      if (fault.ends === 'stays') {
        await page.getByText('planted').click();
        await thrown;
        await expect(page.getByText('planted')).toBeVisible();
      } else {
        if (fault.ends === 'hang') {
          await runtime;
          if (fault.page) await expect(page.locator('html')).toHaveAttribute('data-planted', 'rendered');
          await advancePastLoaderTimer(page);
        }
        await expect(page.getByText(remote.shows).first()).toBeVisible();
        await reported;
      }
      await expectMenuAndOthersToWork(page, remote);
    } finally {
      proxy.inject(null);
      await siteCommand(site.store, 'rollback', remote.app, '--to', first.get(remote.app) ?? '');
    }
  });
}
