import { homedir } from 'node:os';
import { firefox as playwrightFirefox, type Browser } from '@playwright/test';
import { MACHINE_NOTE, test as base } from '../test.ts';
import { playwrightPage, webKitPage, type EnginePage } from './engine-page.ts';
import type { Engine, EngineOptions } from './engines.ts';
import { startWebKit } from './webkit-driver.ts';

/** A stock Firefox, driven by WebDriver BiDi, with one fake camera and microphone. */
function launchFirefox(): Promise<Browser> {
  return playwrightFirefox.launch({
    channel: 'moz-firefox',
    executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
    env: { ...process.env, HOME: homedir(), LIBGL_ALWAYS_SOFTWARE: '1' },
    firefoxUserPrefs: {
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
      'webgl.force-enabled': true,
    },
  });
}

async function openEngine(engine: Engine, chromium: Browser): Promise<{ page: EnginePage; close(): Promise<void> }> {
  if (engine === 'webkit') {
    const session = await startWebKit();
    return { page: webKitPage(session), close: () => session.close() };
  }
  if (engine === 'chromium')
    return { page: await playwrightPage(chromium, 'Chromium', MACHINE_NOTE), close: () => Promise.resolve() };
  const browser = await launchFirefox();
  return { page: await playwrightPage(browser, 'Firefox', MACHINE_NOTE), close: () => browser.close() };
}

/** `enginePage`: one page of the project's engine for all tests of a worker. */
export const test = base.extend<object, EngineOptions & { enginePage: EnginePage }>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  enginePage: [
    async ({ engine, browser }, use) => {
      const { page, close } = await openEngine(engine, browser);
      await use(page);
      await close();
    },
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';
