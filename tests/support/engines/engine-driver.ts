import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, ConsoleMessage } from '@playwright/test';
import { stretchLoaderTimersOf } from '../loader-timers.ts';
import type { Place } from './find-element.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import type { WebKitSession } from './webkit-driver.ts';

interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** Keys by the names that browsers give them; any other is a character. */
const WEBDRIVER_KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Control: '\uE009',
  End: '\uE010',
};

/**
 * WebKitGTK takes a screenshot when the window is next painted, which never happens to a page at rest. So something invisible is
 * repainted meanwhile.
 */
const REPAINT = `(() => {
  const spot = document.createElement('i');
  spot.style = 'position: fixed; top: 0; left: 0; width: 1px; height: 1px; pointer-events: none';
  document.documentElement.append(spot);
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    spot.style.background = count % 2 ? 'rgb(0 0 0 / 0.001)' : 'rgb(255 255 255 / 0.001)';
  }, 16);
  window.stopRepainting = () => {
    clearInterval(timer);
    spot.remove();
  };
})()`;

/** How often a promise in WebKit's page is polled. */
const POLL_MS = 20;
type Evaluation<T> = { readonly value: T } | { readonly error: string } | { readonly isPending: true };

/** What all engines can do, whatever drives them. */
export interface EngineDriver {
  /** Such as `WebKit 2.50.6`. */
  readonly engine: string;
  /** Folder for the browser's downloads. */
  readonly downloads: string;
  /** Opens an address and waits for its load event. */
  goto(url: string): Promise<void>;
  goBack(): Promise<void>;
  /** Reloads like the browser's own button, and waits for the load event. */
  reload(): Promise<void>;
  /** Evaluates an expression, given as text, in the page, and waits for the promise that it may return. */
  evaluate<T>(expression: string): Promise<T>;
  /** Errors and warnings since the address was opened: console, uncaught errors, failed loads, policy violations. */
  log(): readonly string[];
  /** The newest loads of pages and files, one a line; empty if Playwright drives the browser: its trace has them. */
  loads(): string;
  resize(size: WindowSize): Promise<void>;
  /** Presses the left button at the first place, moves through the others, and lets go at the last. */
  drag(places: readonly Place[]): Promise<void>;
  keyDown(key: string): Promise<void>;
  keyUp(key: string): Promise<void>;
  /** PNG of the window. */
  screenshot(): Promise<Buffer>;
}

interface PlaywrightDriverOptions {
  readonly name: string;
  readonly downloads: string;
  /** Console messages about the machine and not the page. */
  readonly ignored: RegExp;
  readonly context: BrowserContextOptions;
  /** Runs in every page before its own scripts. */
  readonly pageScript: string;
}

/** A page of a browser that Playwright drives. */
export async function playwrightDriver(
  browser: Browser,
  { name, downloads, ignored, context: options, pageScript }: PlaywrightDriverOptions,
): Promise<EngineDriver> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  await stretchLoaderTimersOf(context);
  await context.addInitScript({ content: PAGE_SCRIPT + pageScript });
  const page = await context.newPage();
  let entries: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) entries = [];
  });
  page.on('console', (message: ConsoleMessage) => {
    if (['error', 'warning'].includes(message.type()) && !ignored.test(message.text()))
      entries.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => entries.push(`uncaught: ${error.message}`));
  // Firefox itself saves a download under its name, and only sometimes reports it to Playwright: the test may have removed it by then.
  if (name === 'Chromium') page.on('download', (download) => void download.saveAs(join(downloads, download.suggestedFilename())));
  return {
    engine: `${name} ${browser.version()}`,
    downloads,
    async goto(url) {
      await page.goto(url, { waitUntil: 'load' });
    },
    async goBack() {
      await page.goBack();
    },
    async reload() {
      await page.reload({ waitUntil: 'load' });
    },
    evaluate: <T>(expression: string) => page.evaluate<T>(expression),
    log: () => entries,
    loads: () => '',
    resize: (size) => page.setViewportSize(size),
    async drag([first, ...others]) {
      if (!first) return;
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      for (const { x, y } of others) await page.mouse.move(x, y);
      await page.mouse.up();
    },
    keyDown: (key) => page.keyboard.down(key),
    keyUp: (key) => page.keyboard.up(key),
    screenshot: () => page.screenshot(),
  };
}

export function webKitDriver(session: WebKitSession): EngineDriver {
  const { version, downloads, command, navigate, resize, takeLog, lastLoads } = session;
  let entries: string[] = [];
  const read = (): void => {
    for (const { kind, path, text } of takeLog()) {
      // Requests that a navigation aborts are not failures of the next page.
      if (kind === 'left') entries = [];
      else entries.push(`${kind}: ${text} (${path})`);
    }
  };
  const act = (input: object, actions: readonly object[]) => command('POST', '/actions', { actions: [{ ...input, actions }] });
  const pointer = (actions: readonly object[]) =>
    act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } }, actions);
  const key = (type: 'keyDown' | 'keyUp', value: string) =>
    act({ type: 'key', id: 'keyboard' }, [{ type, value: WEBDRIVER_KEYS[value] ?? value }]);
  const moveTo = ({ x, y }: Place) => ({
    type: 'pointerMove',
    x: Math.round(x),
    y: Math.round(y),
    duration: 0,
    origin: 'viewport',
  });
  const inPage = <T>(script: string) => command('POST', '/execute/sync', { script, args: [] }) as Promise<T>;
  let evaluations = 0;
  // Not with `/execute/async`: it does not respond if the document is left while a promise is pending.
  const evaluate = async <T>(expression: string): Promise<T> => {
    evaluations += 1;
    let seen = await inPage<Evaluation<T>>(`
      const value = ${expression};
      if (typeof value?.then !== 'function') return { value: value ?? null };
      globalThis.evaluations ??= [];
      Promise.resolve(value).then(
        (value) => { evaluations[${evaluations}] = { value: value ?? null }; },
        (error) => { evaluations[${evaluations}] = { error: String(error) }; },
      );
      return { isPending: true };`);
    while ('isPending' in seen) {
      await delay(POLL_MS);
      seen = await inPage(`
        return globalThis.evaluations
          ? (evaluations[${evaluations}] ?? { isPending: true })
          : { error: 'The page was left before the promise settled.' };`);
    }
    if ('error' in seen) throw new Error(seen.error);
    return seen.value;
  };
  return {
    engine: `WebKit ${version}`,
    downloads,
    async goto(url) {
      entries = [];
      await navigate(url);
    },
    async goBack() {
      await command('POST', '/back');
    },
    async reload() {
      await command('POST', '/refresh');
    },
    evaluate,
    log() {
      read();
      return entries;
    },
    loads: lastLoads,
    async resize(size) {
      await resize(size);
      // The window system resizes it later.
      for (;;) {
        const [width, height] = await evaluate<[number, number]>('[innerWidth, innerHeight]');
        if (width === size.width && height === size.height) return;
      }
    },
    async drag([first, ...others]) {
      if (!first) return;
      await pointer([
        moveTo(first),
        { type: 'pointerDown', button: 0 },
        ...others.map((place) => ({ ...moveTo(place), duration: 16 })),
        { type: 'pointerUp', button: 0 },
      ]);
    },
    async keyDown(value) {
      await key('keyDown', value);
    },
    async keyUp(value) {
      await key('keyUp', value);
    },
    async screenshot() {
      await evaluate(REPAINT);
      const picture = String(await command('GET', '/screenshot'));
      await evaluate('window.stopRepainting()');
      return Buffer.from(picture, 'base64');
    },
  };
}
