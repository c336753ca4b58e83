import { defineConfig } from '@playwright/test';
import base from '../playwright.config.ts';
import { ENGINES, type EngineOptions } from '../support/engines/engines.ts';
import type { TestOptions } from '../support/test.ts';

const scheme = process.env['SHEET_SCHEME'] === 'dark' ? 'dark' : 'light';

/** Pictures of every page in every engine, for `npm run sheets:engines`; no test compares them. */
export default defineConfig<TestOptions, EngineOptions>(base, {
  testDir: '.',
  testMatch: '*.pictures.ts',
  globalSetup: '../support/global-setup.ts',
  reporter: [['list']],
  workers: 1,
  projects: ENGINES.map((engine) => ({
    name: engine,
    testMatch: '*.pictures.ts',
    outputDir: `../../tmp/sheets/playwright-${engine}`,
    use: { engine, visitorSettings: { scheme, reducesMotion: true, hasCompositor: true } },
  })),
});
