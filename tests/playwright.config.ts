import { defineConfig } from '@playwright/test';
import { PICTURE_PATH } from './support/picture-browser.ts';

/** Flags that keep a headless Chromium quiet on a machine without a network; the sandbox needs rights that root lacks. */
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../tmp/playwright',
  snapshotPathTemplate: PICTURE_PATH,
  // A missing baseline is a failure, not a reason to make one: whoever adds a picture looks at it first.
  updateSnapshots: 'none',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // On a shared machine one slow moment must not refuse a change; the summary names every test that needed it.
  retries: process.env['CI'] ? 2 : 0,
  workers: 2,
  timeout: 30_000,
  globalTimeout: 40 * 60_000,
  reporter: [['list'], ['json']],
  use: {
    launchOptions: { executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: CHROMIUM_FLAGS },
    timezoneId: 'Europe/Paris',
    locale: 'en-US',
  },
});
