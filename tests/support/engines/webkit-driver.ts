import { spawn } from 'node:child_process';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../tools/free-port.mjs';
import { STRETCHED_LOADER_TIMERS } from '../loader-timers.ts';
import type { VisitorSettings } from './engines.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { endProcess, startScreen } from './screen.ts';

const WINDOW = resolve(import.meta.dirname, 'webkit-window.py');
/** A command that takes longer means that the browser is gone: the driver then never responds. */
const COMMAND_MS = 120_000;
/** Less, so that the driver itself says that a page does not load. */
const PAGE_LOAD_MS = 100_000;
const START_MS = 120_000;
/** Lines of the loads that a failed test leaves: those of the last few pages. */
const LOADS = 300;

/** One line of the window's log. */
interface LogEntry {
  readonly kind: string;
  /** Path of the page; empty for messages of the window itself. */
  readonly path: string;
  readonly text: string;
}

/** A running WebKit with one window. */
interface Window {
  /** Version of the engine, such as 2.50.6. */
  readonly version: string;
  /** Sends a WebDriver command of this session. @throws Error with the driver's message */
  command(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
  /** What the pages have logged since the last call. */
  takeLog(): LogEntry[];
  /** All loads, one a line: the beginning and end of each page and each file. */
  loads(): string[];
  close(): Promise<void>;
}

export interface WebKitSession extends Omit<Window, 'loads'> {
  /** Folder for the browser's downloads. */
  readonly downloads: string;
  /** Opens an address and waits for its load event. */
  navigate(url: string): Promise<void>;
  resize(size: { readonly width: number; readonly height: number }): Promise<void>;
  /** The newest loads. */
  lastLoads(): string;
}

async function send(root: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(root + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    signal: AbortSignal.timeout(COMMAND_MS),
  });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
  if (value?.error) throw new Error(`WebKit: ${value.error}: ${value.message}`);
  return value;
}

/**
 * True if WebKit has lost this navigation. For a page that isolates itself (Cross-Origin-Opener-Policy) it cancels the request and sends it
 * again from a new process. On a busy machine that process sometimes shows no page: a few navigations in thousands. Perhaps the
 * reason is the service worker of the page that is left: microsoft/playwright#42273 reports the same for a reload by a driver, and that no
 * page loads in that browser afterwards, but never for a reload by the page itself.
 * @param loads those since the navigation began
 */
function isLost(loads: readonly string[], url: string): boolean {
  const wasCancelled = loads.some((line) => line.endsWith(` failed ${url}: Load request cancelled`));
  return wasCancelled && !loads.some((line) => line.includes(' load committed '));
}

async function untilReady(root: string): Promise<void> {
  const end = Date.now() + START_MS;
  for (;;) {
    try {
      await send(root, 'GET', '/status');
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await delay(50);
    }
  }
}

/** @param downloads folder for what the pages save */
async function openWindow(
  { scheme, reducesMotion, hasCompositor }: VisitorSettings,
  pageScript: string,
  downloads: string,
): Promise<Window> {
  const folder = await mkdtemp(join(tmpdir(), 'webkit-'));
  const logFile = join(folder, 'log');
  writeFileSync(logFile, '');
  const loadsFile = join(folder, 'loads');
  writeFileSync(loadsFile, '');
  const scriptFile = join(folder, 'page.js');
  writeFileSync(scriptFile, PAGE_SCRIPT + STRETCHED_LOADER_TIMERS + pageScript);
  const { display, screen } = await startScreen();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      HOME: homedir(),
      LANG: 'en_US.UTF-8',
      LANGUAGE: 'en_US',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      ...(!hasCompositor && { WEBKIT_DISABLE_COMPOSITING_MODE: '1' }),
      // The sandbox needs privileges that a container's root lacks.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const root = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    await endProcess(driver);
    await endProcess(screen);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(root);
    const args = [logFile, scriptFile, downloads, loadsFile, scheme, reducesMotion ? 'reduce' : 'no-preference'];
    const options = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary: WINDOW, args } };
    const session = (await send(root, 'POST', '/session', { capabilities: { alwaysMatch: options } })) as {
      sessionId: string;
      capabilities: { browserVersion: string };
    };
    const command: Window['command'] = (method, path, body) => send(root, method, `/session/${session.sessionId}${path}`, body);
    await command('POST', '/timeouts', { script: COMMAND_MS, pageLoad: PAGE_LOAD_MS, implicit: 0 });
    return {
      version: session.capabilities.browserVersion,
      command,
      takeLog() {
        const text = readFileSync(logFile, 'utf8');
        truncateSync(logFile);
        return text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as LogEntry);
      },
      loads: () => readFileSync(loadsFile, 'utf8').split('\n'),
      async close() {
        await command('DELETE', '').catch(() => undefined);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts WebKitGTK in its own window. Needs Debian's webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi and xvfb.
 * @param pageScript runs in every page before its own scripts
 */
export async function startWebKit(settings: VisitorSettings, pageScript: string): Promise<WebKitSession> {
  const downloads = await mkdtemp(join(tmpdir(), 'webkit-downloads-'));
  let window = await openWindow(settings, pageScript, downloads);
  let size: object | undefined;
  const resize = async (): Promise<void> => {
    if (size) await window.command('POST', '/window/rect', { x: 0, y: 0, ...size });
  };
  /** @returns the failure, and whether WebKit has lost the navigation */
  const tryTo = async (url: string): Promise<{ error: unknown; wasLost: boolean } | undefined> => {
    // The last line is empty, or the beginning of the next one.
    const before = window.loads().length - 1;
    try {
      await window.command('POST', '/url', { url });
      return undefined;
    } catch (error) {
      return { error, wasLost: isLost(window.loads().slice(before), url) };
    }
  };
  return {
    version: window.version,
    downloads,
    command: (...request) => window.command(...request),
    takeLog: () => window.takeLog(),
    lastLoads: () => window.loads().slice(-LOADS).join('\n'),
    resize(wanted) {
      size = wanted;
      return resize();
    },
    async navigate(url) {
      let failure = await tryTo(url);
      if (failure?.wasLost) {
        console.log(`WebKit lost its navigation to ${url}; a new window repeats it`);
        // The old one would show no other page either.
        await window.close();
        window = await openWindow(settings, pageScript, downloads);
        await resize();
        failure = await tryTo(url);
      }
      if (failure) throw failure.error;
    },
    async close() {
      await window.close();
      await rm(downloads, { recursive: true, force: true });
    },
  };
}
