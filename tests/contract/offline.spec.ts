import { createHash } from 'node:crypto';
import type { OfflineIndex } from '@site/contracts';
import { site as owner } from '../support/content.ts';
import { expectNoViolations } from '../support/journey.ts';
import { CLOCKS, EXHIBITS, keptBy, SECOND_RELEASE, secondBuild, startSiteBehindNetwork } from '../support/offline.ts';
import { release, siteCommand } from '../support/site.ts';
import { expect, test as base } from '../support/test.ts';

const test = base.extend<{ readonly network: Awaited<ReturnType<typeof startSiteBehindNetwork>> }>({
  // oxlint-disable-next-line no-empty-pattern -- the framework reads the parameter's text
  network: async ({}, use) => {
    const network = await startSiteBehindNetwork();
    await use(network);
    await network.close();
  },
});
test.use({ keepsOffline: true });

/** Serial of the registry from which the site's documents are made. */
async function serialOf(url: string): Promise<number> {
  return Number((await fetch(url)).headers.get('X-Release-Set'));
}

test('each exhibit runs without a network after one visit, and any other address shows which ones do', async ({
  network: { url, setOnline },
  page,
  expectedConsole,
}) => {
  await page.goto(url);
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
  for (const [path, expectRuns] of Object.entries(EXHIBITS)) {
    await page.goto(url + path);
    await expectRuns(page);
    await expect.poll(async () => (await keptBy(page)).pages, path).toContain(path);
  }
  setOnline(false);
  const failed: string[] = [];
  // Leaving a page aborts what it is still loading.
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') failed.push(request.url());
  });
  for (const [path, expectRuns] of Object.entries(EXHIBITS)) {
    await page.goto(url + path);
    await expectRuns(page);
  }
  await page.goto(url + CLOCKS);
  await EXHIBITS[CLOCKS](page);
  // Offline, a visitor's first interaction must not request the code that reports performance.
  await page.mouse.move(20, 20);
  await page.mouse.move(40, 40);
  await page.goto(`${url}/about?a=1`);
  await expect(page).toHaveURL(`${url}/offline?from=%2Fabout%3Fa%3D1`);
  await expect(page.getByRole('heading', { name: 'Ready to open' })).toBeVisible();
  const links = page.getByRole('main').getByRole('list').getByRole('link');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')).toSorted())).toEqual(
    Object.keys(EXHIBITS).toSorted(),
  );
  await expectNoViolations(page);
  await links.filter({ hasText: 'Clocks' }).click();
  await EXHIBITS[CLOCKS](page);
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', `${url}/about?a=1`);
  await expect(page.getByText('The site is not responding.')).toBeVisible();
  expect(failed.filter((address) => /\.js$/.test(address))).toEqual([]);
  // The network may be there before the site is.
  expectedConsole.push(/ERR_EMPTY_RESPONSE/);
  const asked = page.waitForEvent('requestfailed');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await asked;
  // Tests stretch the pause before the next attempt; a visitor who returns to the page does not wait for it.
  setOnline(true);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page).toHaveURL(`${url}/about?a=1`);
  await expect(page.getByRole('heading', { name: 'Résumé', level: 1 })).toBeVisible();
});

test('a rollback reaches five tabs on their next visit, and the rolled-back release is not shown without a network either', async ({
  network: { url, store, setOnline },
  page,
  context,
}) => {
  await page.goto(url + CLOCKS);
  await EXHIBITS[CLOCKS](page);
  const first = await serialOf(url);
  await expect.poll(() => keptBy(page)).toEqual({ serial: first, pages: [CLOCKS] });

  const build = await secondBuild('rolled back');
  await release(store, 'demos-games', build.folder);
  await build.remove();
  const tabs = [page];
  while (tabs.length < 5) tabs.push(await context.newPage());
  // Moving clocks in five tabs would cost more than everything else here.
  for (const tab of tabs) await tab.emulateMedia({ reducedMotion: 'reduce' });
  for (const tab of tabs) {
    await tab.goto(url + CLOCKS);
    await expect(tab.getByText(SECOND_RELEASE)).toBeVisible();
  }
  await expect.poll(() => keptBy(page)).toEqual({ serial: first + 1, pages: [CLOCKS] });
  setOnline(false);
  await page.reload();
  await expect(page.getByText(SECOND_RELEASE)).toBeVisible();

  setOnline(true);
  await siteCommand(store, 'rollback', 'demos-games');
  await Promise.all(tabs.map((tab) => tab.reload()));
  for (const tab of tabs) await EXHIBITS[CLOCKS](tab);
  setOnline(false);
  // This early, the pages of the first release may not have been fetched again.
  await page.reload().catch(() => undefined);
  await expect(page.getByText(SECOND_RELEASE)).toHaveCount(0);

  setOnline(true);
  await page.goto(`${url}/about`);
  await expect.poll(() => keptBy(page)).toEqual({ serial: first + 2, pages: [CLOCKS] });
  setOnline(false);
  for (const tab of tabs) {
    await tab.goto(url + CLOCKS);
    await EXHIBITS[CLOCKS](tab);
  }
});

test('the offline list has exactly the exhibits and /offline, and the hash of each document and file, at most 1.2 MB in total', async ({
  request,
}) => {
  const { serial, set, pages, files } = (await (await request.get('/offline.json')).json()) as OfflineIndex;
  expect(Object.keys(pages).toSorted()).toEqual([...Object.keys(EXHIBITS), '/offline'].toSorted());
  expect(set).toMatch(new RegExp(`^${serial}-[0-9a-f]{16}$`));
  let bytes = 0;
  for (const [address, integrity] of Object.entries(files)) {
    const body = await (await request.get(address)).body();
    expect(`sha384-${createHash('sha384').update(body).digest('base64')}`, address).toBe(integrity);
    bytes += body.length;
  }
  expect(bytes).toBeLessThan(1_200_000);
  const worker = (await request.get('/service-worker.js')).headers();
  expect([worker['content-type'], worker['cache-control']]).toEqual(['text/javascript; charset=utf-8', 'no-cache']);
});

test("the site can be installed: the release's web manifest names the owner, and lists icons with their real sizes", async ({
  request,
}) => {
  const html = await (await request.get('/')).text();
  expect(html.match(/<meta name="theme-color"[^>]*>/g)).toHaveLength(2);
  const [, address = ''] = /<link rel="manifest" href="([^"]+)">/.exec(html) ?? [];
  const response = await request.get(address);
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await response.json()) as { name: string; icons: { src: string; sizes: string }[] };
  expect(manifest.name).toBe(owner.ownerName);
  expect(manifest.icons).toHaveLength(3);
  for (const { src, sizes } of manifest.icons) {
    const png = await (await request.get(new URL(src, `http://site${address}`).pathname)).body();
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
  }
});
