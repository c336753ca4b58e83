import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { firefox as playwrightFirefox, type Browser } from '@playwright/test';
import { attachText, MACHINE_NOTE, test as base } from '../test.ts';
import { playwrightDriver, webKitDriver, type EngineDriver } from './engine-driver.ts';
import { EnginePage } from './engine-page.ts';
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
      // Nobody is there to answer the question for the place.
      'permissions.default.geo': 1,
      'webgl.force-enabled': true,
    },
  });
}

async function openEngine(engine: Engine, chromium: Browser): Promise<{ driver: EngineDriver; close(): Promise<void> }> {
  if (engine === 'webkit') {
    const session = await startWebKit();
    return { driver: webKitDriver(session), close: () => session.close() };
  }
  if (engine === 'chromium')
    return { driver: await playwrightDriver(chromium, 'Chromium', MACHINE_NOTE), close: () => Promise.resolve() };
  const browser = await launchFirefox();
  return { driver: await playwrightDriver(browser, 'Firefox', MACHINE_NOTE), close: () => browser.close() };
}

/** `enginePage`: one page of the project's engine for all tests of a worker. */
export const test = base.extend<{ evidence: void }, EngineOptions & { enginePage: EnginePage }>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  enginePage: [
    async ({ engine, browser }, use) => {
      const { driver, close } = await openEngine(engine, browser);
      await use(new EnginePage(driver));
      await close();
    },
    { scope: 'worker' },
  ],
  evidence: [
    async ({ engine, enginePage }, use, testInfo) => {
      await use();
      if (testInfo.status === testInfo.expectedStatus) return;
      await attachText(testInfo, 'console.txt', enginePage.log().join('\n'));
      // Playwright takes that of its own browsers by itself.
      if (engine !== 'webkit') return;
      const path = testInfo.outputPath('test-failed-webkit.png');
      await writeFile(path, await enginePage.screenshot());
      testInfo.attachments.push({ name: 'screenshot', path, contentType: 'image/png' });
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
