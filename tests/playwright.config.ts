import { defineConfig } from '@playwright/test';
import { ENGINES, type EngineOptions } from './support/engines/engines.ts';
import { PICTURE_PATH } from './support/picture-browser.ts';
import type { TestOptions } from './support/test.ts';

/**
 * Features of the browser's own window that tests do not need: for every page Chromium also loads the pages behind its
 * address-bar suggestions, and keeps a spare process for the next tab. Without them a page costs half the processor time.
 */
const WINDOW_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** The flag replaces Playwright's own list, so that list is repeated here. */
const DRIVER_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** Flags that keep a headless Chromium quiet on a machine without a network; as root it starts only without its sandbox. */
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...DRIVER_FEATURES, ...WINDOW_FEATURES].join()}`,
];

/** The whole browser. Cameras, microphones, pictures and timings need it: `launchWith` in tests/support/camera.ts. */
export const CHROMIUM_PATH = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
/** The same engine without a window, for all other tests; `npm test` uses it if it is installed. */
const HEADLESS_SHELL_PATH = process.env['HEADLESS_SHELL_PATH'] ?? CHROMIUM_PATH;

/* The patterns start with `tests/`, because a pattern matches the whole path, and a clone may be in a folder called journeys. */

/** The contract tests that need no second build and do not spend minutes on releases: part of `npm test`. */
const CONTRACT = ['tests/contract/{document,published-files,ready,site-command}.spec.ts'];
/** One contract test belongs to every remote: it runs with the journeys, in their browser and with their server. */
const JOURNEYS = ['tests/journeys/**/*.spec.ts', 'tests/contract/one-react.spec.ts'];

/** What every engine must do. Each of these projects drives one. */
const ENGINE_TESTS = ['tests/engines/**/*.spec.ts'];
/** What the journeys, tests/e2e and tests/contract prove in Chromium, in more detail. */
const NOT_IN_CHROMIUM = ['tests/engines/{start,cameras,exhibits,gallery,offline,prices,reports,sensors}.spec.ts'];

export default defineConfig<TestOptions, EngineOptions>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  snapshotPathTemplate: PICTURE_PATH,
  // A missing baseline is a failure, not a reason to create one: a new picture has to be looked at first.
  updateSnapshots: 'none',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // As many as the intended number of cores: with a third, the journeys cost an eighth more processor time and took an eighth longer.
  // Each worker starts a browser and a server.
  workers: 2,
  // `npm test` runs `journeys` and `contract`, and one test of the Firefox and WebKit projects; `npm run test:all` runs everything, except
  // that test, which the one of every page contains. In one run they start in this order.
  projects: [
    // One browser at a time: each of these draws videos and WebGL without a graphics card, with several threads of its own. One after
    // another they take the longest, so they begin first.
    ...ENGINES.map((engine) => ({
      name: engine,
      testMatch: ENGINE_TESTS,
      testIgnore: engine === 'chromium' ? NOT_IN_CHROMIUM : [],
      workers: 1,
      // A series of photos takes 10 s in Chromium and WebKit on a quiet machine.
      expect: { timeout: 200_000 },
      use: { engine },
    })),
    // The fewer pixels, the less there is to draw without a graphics card.
    { name: 'journeys', testMatch: JOURNEYS, use: { viewport: { width: 1024, height: 600 } } },
    { name: 'contract', testMatch: CONTRACT, workers: 1 },
    { name: 'rest', testIgnore: [...JOURNEYS, ...CONTRACT, ...ENGINE_TESTS] },
  ].map((project) => ({ ...project, outputDir: `../tmp/playwright/${project.name}` })),
  // At least twenty times what a test takes on a quiet machine, so that no test fails on a busy one and hangs are still detected. Only
  // tests that run a number of rounds, assertions inside a retried block, and the wait for `npm start` set their own timeout;
  // navigations and actions have only the test's.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // In addition to the report for people, one that tools/testing/reports.mjs counts, and one with the cost of each test.
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ?? '../tmp/playwright.json' }],
    ['./support/cost-reporter.ts'],
  ],
  use: {
    launchOptions: { executablePath: HEADLESS_SHELL_PATH, args: CHROMIUM_FLAGS },
    timezoneId: 'Europe/Paris',
    locale: 'en-US',
    screenshot: 'only-on-failure',
    // Actions only: screenshots and snapshots of the page take an eighth of the tests' time; `--trace on` records them too.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
  },
});
