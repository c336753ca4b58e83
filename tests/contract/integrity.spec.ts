import type { ServerResponse } from 'node:http';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { startSite, type RunningSite } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

/** One page of the shell and one of a remote; FAULT_CASES=all: one of each remote. */
const SHORT = ['/', '/projects/egg-prices'];
const PATHS =
  process.env['FAULT_CASES'] === 'all'
    ? [...SHORT, '/projects/sensor-dashboard', '/projects/cameras', '/projects/clocks']
    : SHORT;

test.describe.configure({ mode: 'default' });

let site: RunningSite;
let proxy: FaultProxy;
test.beforeAll(async () => {
  site = await startSite();
  proxy = await startFaultProxy(site.url);
});
test.afterAll(async () => {
  await proxy.close();
  await site.close();
});

async function sendChanged(response: ServerResponse, url: string): Promise<void> {
  const text = await (await fetch(url)).text();
  response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' });
  response.end(`globalThis.changedOnTheWay = true;\n${text}`);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

for (const path of PATHS) {
  test(`no script of ${path} runs when somebody on the way has changed it, and the heading stays`, async ({ page, browser }) => {
    const scripts = new Set<string>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/r/') && pathname.endsWith('.js')) scripts.add(pathname);
    });
    await page.goto(proxy.url + path);
    await expect(page.locator('h1').first()).toBeAttached();
    await expect.poll(() => scripts.size).toBeGreaterThan(2);
    const heading = await page.locator('h1').first().textContent();
    await page.waitForLoadState('networkidle');
    const asked = [...scripts];
    for (const script of asked) {
      const hits: string[] = [];
      // The same file under the loader's second address is on the same way.
      const [, release = '', file = ''] = /^(\/r\/[^/]+\/[^/~]+)(?:~1)?(\/.+)$/.exec(script) ?? [];
      proxy.spoil({
        path: new RegExp(`^${escaped(release)}(~1)?${escaped(file)}$`),
        answer: (response, request) => {
          hits.push(request.url ?? '');
          sendChanged(response, site.url + (request.url ?? '')).catch(() => response.destroy());
        },
      });
      // A visitor of its own: what the cache holds is not asked for again.
      const visitor = await browser.newContext();
      const visit = await visitor.newPage();
      await visit.goto(proxy.url + path);
      await expect.poll(() => hits.length, `${script} is asked for`).toBeGreaterThan(0);
      await visit.waitForLoadState('networkidle');
      expect(await visit.evaluate(() => 'changedOnTheWay' in globalThis), script).toBe(false);
      expect(await visit.locator('h1').first().textContent(), script).toBe(heading);
      await visitor.close();
    }
    proxy.spoil(null);
    console.log(`${path}: ${asked.length} scripts changed one after another, none ran`);
  });
}

test('the check itself sees a changed script that no hash guards', async ({ page }) => {
  await page.route('**/unguarded', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>x</title><script src="/unguarded.js"></script>',
    }),
  );
  await page.route('**/unguarded.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'globalThis.changedOnTheWay = true;' }),
  );
  await page.goto(`${proxy.url}/unguarded`);
  expect(await page.evaluate(() => 'changedOnTheWay' in globalThis)).toBe(true);
});
