import type { Browser, ConsoleMessage } from '@playwright/test';
import type { WebKitSession } from './webkit-driver.ts';

/** What all engines can do, whatever drives them. */
export interface EnginePage {
  /** Such as `WebKit 2.50.6`. */
  readonly engine: string;
  /** Opens an address and waits for its load event. */
  goto(url: string): Promise<void>;
  /** Runs the text of an expression in the page. */
  evaluate<T>(expression: string): Promise<T>;
  /** Errors and warnings since the address was opened: console, uncaught errors, failed loads, policy violations. */
  log(): readonly string[];
}

/** A page of a browser that Playwright drives. Each address gets a page of its own: nothing of the one before is logged late. */
export function playwrightPage(browser: Browser, name: string): EnginePage & { close(): Promise<void> } {
  let entries: string[] = [];
  let page = browser.newPage();
  return {
    engine: `${name} ${browser.version()}`,
    async goto(url) {
      await (await page).close();
      const current: string[] = [];
      entries = current;
      page = browser.newPage();
      const opened = await page;
      opened.on('console', (message: ConsoleMessage) => {
        if (['error', 'warning'].includes(message.type())) current.push(`${message.text()} ${message.location().url}`);
      });
      opened.on('pageerror', (error) => current.push(`uncaught: ${error.message}`));
      await opened.goto(url, { waitUntil: 'load' });
    },
    evaluate: async <T>(expression: string) => (await page).evaluate<T>(expression),
    log: () => entries,
    close: async () => (await page).close(),
  };
}

export function webKitPage({ version, command, takeLog }: WebKitSession): EnginePage {
  let entries: string[] = [];
  const read = (): void => {
    for (const { kind, path, text } of takeLog()) {
      // Requests that a navigation breaks off are no failures of the page that follows.
      if (kind === 'left') entries = [];
      else entries.push(`${kind}: ${text} (${path})`);
    }
  };
  return {
    engine: `WebKit ${version}`,
    async goto(url) {
      entries = [];
      await command('POST', '/url', { url });
    },
    async evaluate<T>(expression: string) {
      return (await command('POST', '/execute/sync', { script: `return (${expression})`, args: [] })) as T;
    },
    log() {
      read();
      return entries;
    },
  };
}
