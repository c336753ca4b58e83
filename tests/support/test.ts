import { writeFile } from 'node:fs/promises';
import { test as base, type Browser, type ConsoleMessage, type TestInfo } from '@playwright/test';
import { processorSeconds } from '../../tools/testing/processor-time.mjs';
import { stretchLoaderTimersOf } from './loader-timers.ts';
import { MACHINE_NOTE } from './machine-note.ts';
import { takeServerLog } from './server-process.ts';
import { startSite, type RunningSite } from './site.ts';
import { startSlowLink } from './slow-link.ts';

/** Type of the annotation that tells tests/support/cost-reporter.ts what a test cost. */
export const PROCESSOR_SECONDS = 'processor seconds';

interface WorkerFixtures {
  readonly site: RunningSite;
}

export interface TestOptions {
  /** True: the pages blur what is behind their glass, as they do for a visitor. For tests that check how a page looks. */
  readonly glassBlurs: boolean;
  /**
   * True: the browser has service workers. Without them a page sends its requests itself, so that a test can stub the responses.
   */
  readonly keepsOffline: boolean;
  /** True: the browser has a slow connection to the site. */
  readonly isSlow: boolean;
}

interface TestFixtures extends TestOptions {
  readonly browserOptions: void;
  readonly cost: void;
  readonly serverEvidence: void;
  /** Called when the test's pages are closed. */
  readonly afterPages: (() => Promise<void>)[];
  /** A real server for this test alone, whose gallery is empty. */
  readonly ownSite: RunningSite;
  /** Console errors and warnings that this test expects; any other fails it. */
  readonly expectedConsole: RegExp[];
}

/**
 * Leaves glass as it is except for the blur, as for visitors who prefer reduced transparency: a renderer without a graphics card
 * spends more time on blurring than on everything else in a page.
 */
function leaveGlassClear(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { --behind-glass: none !important; }');
  document.adoptedStyleSheets.push(sheet);
}

/** For a page opened by another driver. */
export const LEAVE_GLASS_CLEAR = `(${leaveGlassClear.toString()})();`;

function leaveServiceWorkersOut(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
}

/* Settings of the running test; a worker runs one at a time. */
let isGlassClear = true;
let isWithoutWorkers = true;

/**
 * Stretches the loader's timers in every page of the browser, in every context; unless the test requests them, turns off
 * service workers and the blur of glass.
 */
function preparePagesOf(browser: Browser): Browser {
  const { newContext } = browser;
  browser.newContext = async (options) => {
    const context = await newContext.call(browser, options);
    await stretchLoaderTimersOf(context);
    if (isGlassClear) await context.addInitScript(leaveGlassClear);
    if (isWithoutWorkers && options?.serviceWorkers !== 'allow') await context.addInitScript(leaveServiceWorkersOut);
    return context;
  };
  return browser;
}

/** Leaves a file beside the screenshot and the trace; the summary of `npm test` names it. */
export async function attachText(testInfo: TestInfo, name: string, text: string): Promise<void> {
  const path = testInfo.outputPath(name);
  await writeFile(path, `${text}\n`);
  // Not with `attach`, which would leave a second copy under another name.
  testInfo.attachments.push({ name, path, contentType: 'text/plain' });
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  browser: [async ({ browser }, use) => use(preparePagesOf(browser)), { scope: 'worker' }],
  site: [
    // oxlint-disable-next-line no-empty-pattern -- the framework reads the parameter's text
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  ownSite: async ({ afterPages }, use) => {
    const site = await startSite();
    afterPages.push(() => site.close());
    await use(site);
  },
  glassBlurs: [false, { option: true }],
  keepsOffline: [false, { option: true }],
  isSlow: [false, { option: true }],
  browserOptions: [
    async ({ glassBlurs, keepsOffline }, use) => {
      isGlassClear = !glassBlurs;
      isWithoutWorkers = !keepsOffline;
      await use();
    },
    { auto: true },
  ],
  cost: [
    // The cost of this process, its servers and its browser: a worker runs one test at a time. Set up first and torn down last,
    // so that the test's pages are included; the first test of a worker pays for starting the browser and the server.
    // oxlint-disable-next-line no-empty-pattern -- the framework reads the parameter's text
    async ({}, use, testInfo) => {
      const before = processorSeconds();
      await use();
      testInfo.annotations.push({ type: PROCESSOR_SECONDS, description: (processorSeconds() - before).toFixed(2) });
    },
    { auto: true },
  ],
  serverEvidence: [
    // oxlint-disable-next-line no-empty-pattern -- the framework reads the parameter's text
    async ({}, use, testInfo) => {
      await use();
      // Taken after every test. What comes before the first one belongs to it.
      const { lines, crash } = await takeServerLog();
      const isGood = testInfo.status === testInfo.expectedStatus && crash === undefined;
      if (!isGood) await attachText(testInfo, 'server.txt', [...lines, ...(crash === undefined ? [] : [crash])].join('\n'));
      if (crash !== undefined) throw new Error(crash);
    },
    { auto: true },
  ],
  // An automatic fixture is torn down after those that a test names: a page that still requests something would log a refused connection.
  afterPages: [
    async ({ cost: _measuredToo }, use) => {
      const endings: (() => Promise<void>)[] = [];
      await use(endings);
      await Promise.all(endings.map((end) => end()));
    },
    { auto: true },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  proxy: async ({ site, isSlow }, use) => {
    if (!isSlow) return use(undefined);
    const link = await startSlowLink(site.url);
    await use({ server: link.server });
    await link.close();
  },
  // oxlint-disable-next-line no-empty-pattern -- the framework reads the parameter's text
  expectedConsole: async ({}, use) => use([]),
  // Part of the page fixture, so that a test that only sends requests to the server opens no page.
  page: async ({ page, expectedConsole }, use, testInfo) => {
    const seen: string[] = [];
    const log: string[] = [];
    page.on('console', (message: ConsoleMessage) => {
      if (MACHINE_NOTE.test(message.text())) return;
      log.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      if (['error', 'warning'].includes(message.type())) seen.push(message.text());
    });
    page.on('pageerror', (error) => {
      seen.push(`uncaught: ${error.message}`);
      log.push(`uncaught: ${error.stack ?? error.message}`);
    });
    await use(page);
    if (testInfo.status !== testInfo.expectedStatus) await attachText(testInfo, 'console.txt', log.join('\n'));
    const unexpected = seen.filter((text) => !expectedConsole.some((pattern) => pattern.test(text)));
    if (unexpected.length > 0) throw new Error(`the console was not empty:\n${unexpected.join('\n')}`);
  },
});

export { expect } from '@playwright/test';
