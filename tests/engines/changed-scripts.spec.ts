import type { ServerResponse } from 'node:http';
import type { EnginePage } from '../support/engines/engine-page.ts';
import { pagesByApp, STATE, type PageState } from '../support/engines/page-state.ts';
import { expect, test } from '../support/engines/test.ts';
import { startFaultProxy, type Fault, type FaultProxy } from '../support/fault-proxy.ts';
import type { RunningSite } from '../support/site.ts';

/** How many scripts are changed, one after another. */
const CHANGED_SCRIPTS = Number(process.env['CHANGED_SCRIPTS'] ?? 12);
/** A page may take this long to settle on a busy machine; the limit grows with the number of scripts. */
const MAX_VISIT_MS = 60_000;
/** Tested first: pages of the shell and of a remote, whose own scripts are among the first twelve. */
const FIRST_CHANGED_PAGES = ['/', '/projects/egg-prices'];

test.describe.configure({ mode: 'default' });

/** A prefix that makes a script report that it runs. */
const RUNS = "fetch('/changed-script-ran', { method: 'POST' });\n";

/** Sends the site's own script with that prefix. */
async function sendChanged(response: ServerResponse, url: string): Promise<void> {
  const text = await (await fetch(url)).text();
  response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8' });
  response.end(RUNS + text);
}

/** Proxies that change a script in transit and record which changed scripts ran. */
class ChangedScripts {
  readonly ran: string[] = [];
  private readonly proxies: FaultProxy[] = [];

  constructor(private readonly site: RunningSite) {}

  /**
   * Starts a proxy that changes one script. It has its own address, so that no cache has the unchanged script.
   * @param responses other paths that it serves itself
   */
  async change(
    script: string,
    responses: Readonly<Record<string, Fault>> = {},
  ): Promise<{ readonly url: string; readonly requests: readonly string[] }> {
    const requests: string[] = [];
    const own: Readonly<Record<string, Fault>> = {
      [script]: (response) => void sendChanged(response, this.site.url + script).catch(() => response.destroy()),
      '/changed-script-ran': (response) => {
        this.ran.push(script);
        response.writeHead(204).end();
      },
      ...responses,
    };
    const proxy = await startFaultProxy(this.site.url);
    this.proxies.push(proxy);
    proxy.inject({
      path: /^/,
      answer(response, request, pass) {
        const { url = '' } = request;
        requests.push(url);
        (own[url] ?? pass)(response, request, pass);
      },
    });
    return { url: proxy.url, requests };
  }

  async close(): Promise<void> {
    await Promise.all(this.proxies.map((proxy) => proxy.close()));
  }
}

/** The scripts that a page's document announces. */
async function scriptsOf(site: RunningSite, path: string): Promise<string[]> {
  const html = await (await fetch(site.url + path)).text();
  return [...html.matchAll(/<(?:link rel="modulepreload" href|script type="module" src)="([^"]+)"/g)].map(([, url = '']) => url);
}

async function scriptWithoutImports(site: RunningSite, path: string): Promise<string> {
  for (const script of await scriptsOf(site, path)) {
    const text = await (await fetch(site.url + script)).text();
    if (!/\bimport\b/.test(text)) return script;
  }
  throw new Error(`every script that ${path} announces imports another`);
}

/** Pages, each with a script that it announces: every script of the site first, then the same scripts on other pages. */
async function scriptsToChange(
  site: RunningSite,
  paths: readonly string[],
): Promise<(readonly [path: string, script: string])[]> {
  const seen = new Set<string>();
  const [first, again]: [[string, string][], [string, string][]] = [[], []];
  for (const path of new Set([...FIRST_CHANGED_PAGES, ...paths])) {
    for (const script of await scriptsOf(site, path)) {
      (seen.has(script) ? again : first).push([path, script]);
      seen.add(script);
    }
  }
  return [...first, ...again].slice(0, CHANGED_SCRIPTS);
}

/** Returns true once a page is finished: it reports what it refused, or works in spite of it. */
async function isSettled(page: EnginePage): Promise<boolean> {
  const { isLoaded, isHydrated, isWaiting } = await page.evaluate<PageState>(STATE);
  return isLoaded && (isHydrated ? !isWaiting : page.log().length > 0);
}

test('a changed script does not run', async ({ enginePage, request, site }) => {
  test.setTimeout(test.info().timeout + CHANGED_SCRIPTS * MAX_VISIT_MS);
  const changed = new ChangedScripts(site);
  const paths = (await pagesByApp(request)).flat().map(({ path }) => path);
  const cases = await scriptsToChange(site, paths);
  expect(cases).toHaveLength(CHANGED_SCRIPTS);
  expect(cases.map(([, script]) => script)).toContainEqual(expect.stringContaining('/egg-prices.page-'));
  for (const [path, script] of cases) {
    const { url, requests } = await changed.change(script);
    await enginePage.goto(url + path);
    const what = `${script} of ${path} in ${enginePage.engine}`;
    await expect.poll(() => requests.includes(script), { message: `${what} is requested` }).toBe(true);
    await expect.poll(() => isSettled(enginePage), { message: `the page settles without ${what}` }).toBe(true);
  }
  expect(changed.ran).toEqual([]);
  await changed.close();
  const scripts = new Set(cases.map(([, script]) => script)).size;
  console.log(`${enginePage.engine}: changed a script ${cases.length} times (${scripts} scripts); none ran`);
});

test('a script that the import map does not list does not run, though it comes from this site', async ({ enginePage, site }) => {
  const changed = new ChangedScripts(site);
  const stranger = '/r/shell/0.0.0-000000000000/assets/stranger.js';
  const { url } = await changed.change(stranger, {
    [stranger]: (response) => response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(RUNS),
  });
  await enginePage.goto(`${url}/contact`);
  await enginePage.evaluate(`void import('${stranger}').catch(() => { globalThis.refused = true; })`);
  await expect.poll(() => enginePage.evaluate('globalThis.refused === true')).toBe(true);
  expect(changed.ran).toEqual([]);
  await changed.close();
});

test('the check detects a changed script without a hash', async ({ enginePage, site }) => {
  const changed = new ChangedScripts(site);
  // One that imports nothing: without the shell's document the shell itself has nothing to start with.
  const script = await scriptWithoutImports(site, '/');
  const page = `<!doctype html><title>Unguarded</title><script type="module" src="${script}"></script>`;
  const { url } = await changed.change(script, {
    '/unguarded': (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(page),
  });
  await enginePage.goto(`${url}/unguarded`);
  await expect.poll(() => changed.ran).toEqual([script]);
  await changed.close();
});
