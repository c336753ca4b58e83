import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium as playwrightChromium,
  firefox as playwrightFirefox,
  type Browser,
  type BrowserContextOptions,
  type LaunchOptions,
} from '@playwright/test';
import { MACHINE_NOTE } from '../machine-note.ts';
import { playwrightDriver, webKitDriver, type EngineDriver } from './engine-driver.ts';
import type { Engine, VisitorSettings } from './engines.ts';
import { endProcess, startScreen } from './screen.ts';
import { startWebKit } from './webkit-driver.ts';

/** A stock Firefox, driven by WebDriver BiDi, with one fake camera and microphone. */
function launchFirefox(display: string, downloads: string, { scheme, reducesMotion }: VisitorSettings): Promise<Browser> {
  return playwrightFirefox.launch({
    channel: 'moz-firefox',
    executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
    // Without a window its clipboard holds only text.
    headless: false,
    // Playwright sets this folder for each page, which overrides Firefox's own preferences.
    downloadsPath: downloads,
    env: { ...process.env, DISPLAY: display, HOME: homedir(), LIBGL_ALWAYS_SOFTWARE: '1' },
    firefoxUserPrefs: {
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
      // Nobody is there to answer the location prompt.
      'permissions.default.geo': 1,
      'webgl.force-enabled': true,
      // Frames per second: without a graphics card most of the processor time is spent on drawing.
      'layout.frame_rate': 20,
      // On a screen without a window manager the list of downloads keeps the focus, and a page without it gets no focus events.
      'browser.download.alwaysOpenPanel': false,
      // The driver cannot set these for a page.
      'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
      'ui.prefersReducedMotion': reducesMotion ? 1 : 0,
    },
  });
}

/**
 * Opens one page of an engine.
 * @param chromium how to launch Chromium, used for that engine alone
 * @param pageScript runs in every page before its own scripts
 */
export async function openEngine(
  engine: Engine,
  chromium: LaunchOptions,
  settings: VisitorSettings,
  pageScript = '',
): Promise<{ driver: EngineDriver; close(): Promise<void> }> {
  if (engine === 'webkit') {
    const session = await startWebKit(settings, pageScript);
    return { driver: webKitDriver(session), close: () => session.close() };
  }
  const downloads = await mkdtemp(join(tmpdir(), 'downloads-'));
  const removeDownloads = () => rm(downloads, { recursive: true, force: true });
  const common = { downloads, ignored: MACHINE_NOTE, pageScript };
  if (engine === 'chromium') {
    const context: BrowserContextOptions = {
      colorScheme: settings.scheme,
      reducedMotion: settings.reducesMotion ? 'reduce' : 'no-preference',
      // As in the other engines, and for all tests: they share this page.
      serviceWorkers: 'allow',
    };
    const browser = await playwrightChromium.launch(chromium);
    const driver = await playwrightDriver(browser, { name: 'Chromium', context, ...common });
    return {
      driver,
      async close() {
        await browser.close();
        await removeDownloads();
      },
    };
  }
  const { display, screen } = await startScreen();
  const browser = await launchFirefox(display, downloads, settings);
  const driver = await playwrightDriver(browser, { name: 'Firefox', context: {}, ...common });
  return {
    driver,
    async close() {
      await browser.close();
      await endProcess(screen);
      await removeDownloads();
    },
  };
}
