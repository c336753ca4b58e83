import { writeFile } from 'node:fs/promises';
import { fakeCameras, launchWith } from '../camera.ts';
import { attachText, LEAVE_GLASS_CLEAR, test as base } from '../test.ts';
import { EnginePage } from './engine-page.ts';
import type { EngineOptions } from './engines.ts';
import { openEngine } from './open-engine.ts';

/** Firefox and WebKit have test cameras of their own. */
const CHROMIUM = launchWith(fakeCameras(2), '--use-fake-ui-for-media-stream');

/** `enginePage`: one page of the project's engine for all tests of a worker. */
export const test = base.extend<{ evidence: void }, EngineOptions & { enginePage: EnginePage }>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  visitorSettings: [
    { scheme: 'light', reducesMotion: false },
    { option: true, scope: 'worker' },
  ],
  enginePage: [
    async ({ engine, visitorSettings }, use) => {
      // WebKit draws no blur without its compositor; in the other engines the blur is the most expensive part of a page.
      const pageScript = visitorSettings.hasCompositor ? '' : LEAVE_GLASS_CLEAR;
      const { driver, close } = await openEngine(engine, CHROMIUM, visitorSettings, pageScript);
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
      // Playwright itself records the loads of its own browsers, and takes their screenshots.
      if (engine !== 'webkit') return;
      await attachText(testInfo, 'loads.txt', enginePage.loads());
      const path = testInfo.outputPath('test-failed-webkit.png');
      // A page that has not loaded cannot be drawn.
      const picture = await enginePage.screenshot().catch(() => null);
      if (!picture) return;
      await writeFile(path, picture);
      testInfo.attachments.push({ name: 'screenshot', path, contentType: 'image/png' });
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
