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

/** A page of a browser that Playwright drives. @param ignored what its console says of the machine and not of the page */
export async function playwrightPage(browser: Browser, name: string, ignored: RegExp): Promise<EnginePage> {
  const page = await browser.newPage();
  let entries: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) entries = [];
  });
  page.on('console', (message: ConsoleMessage) => {
    if (['error', 'warning'].includes(message.type()) && !ignored.test(message.text()))
      entries.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => entries.push(`uncaught: ${error.message}`));
  return {
    engine: `${name} ${browser.version()}`,
    async goto(url) {
      await page.goto(url, { waitUntil: 'load' });
    },
    evaluate: <T>(expression: string) => page.evaluate<T>(expression),
    log: () => entries,
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
