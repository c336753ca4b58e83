import { defineConfig } from '@playwright/test';
import { ENGINES, type EngineOptions } from './support/engines/engines.ts';
import { PICTURE_PATH } from './support/picture-browser.ts';
import type { TestOptions } from './support/test.ts';

/**
 * Parts of the browser's own window that nobody sees: for every page it loads the pages of its address bar, and keeps a process ready
 * for a visitor who opens another tab. Without them a page costs half the processor time.
 */
const WINDOW_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** The flag takes the place of Playwright's own list, so what that list holds stands here again. */
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

/** Flags that keep a headless Chromium quiet on a machine without a network; the sandbox needs rights that root lacks. */
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

/** The whole browser. Cameras, microphones, pictures and times need it: `launchWith` of tests/support/camera.ts. */
export const CHROMIUM_PATH = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
/** The same engine without a window, for all other tests; `npm test` names it where there is one. */
const HEADLESS_SHELL_PATH = process.env['HEADLESS_SHELL_PATH'] ?? CHROMIUM_PATH;

/**
 * Tests of the pace of a camera or a sensor and of the length of tasks. Among three workers they would measure the others too, so they
 * are two projects of their own. Each is matched by its file's name and its title.
 *
 * Those that mostly wait, for a camera's next frame, a flower's fall or a release that does not come, need less than a core each and run two
 * at a time.
 */
const PACED = [
  /camera-captures/,
  /camera-garden-whole/,
  /camera-garden-grown.*no task holds up the page/,
  /canary.*within ten seconds/,
  /release-faults.*(never answers|drips one byte a second|waits for ever)/,
];
/** Those that keep a core busy run alone. */
const TIMED = [/price-filter-speed/, /report-table-speed/, /release-faults/];
/** What is measured is the page as visitors have it. */
const AS_VISITORS_HAVE_IT = { glassBlurs: true, launchOptions: { executablePath: CHROMIUM_PATH, args: CHROMIUM_FLAGS } };

/** The contract tests that need neither a second build nor minutes of releasing: part of `npm test`. */
const CONTRACT = ['contract/{document,export,one-react,published-files,ready,site-command}.spec.ts'];
const JOURNEYS = ['journeys/**/*.spec.ts'];

/** What every engine must do. Each of these projects drives one. */
const ENGINE_TESTS = ['engines/**/*.spec.ts'];

export default defineConfig<TestOptions, EngineOptions>({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  snapshotPathTemplate: PICTURE_PATH,
  // A missing baseline is a failure, not a reason to make one: whoever adds a picture looks at it first.
  updateSnapshots: 'none',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // One more than the cores it is meant for: tests wait for clocks and answers as often as for a processor.
  workers: 3,
  // `npm test` runs `journeys`, `contract` and `webkit`; `npm run test:all` runs them all.
  projects: [
    { name: 'journeys', testMatch: JOURNEYS },
    { name: 'contract', testMatch: CONTRACT, grepInvert: [...PACED, ...TIMED] },
    { name: 'rest', testIgnore: [...JOURNEYS, ...CONTRACT, ...ENGINE_TESTS], grepInvert: [...PACED, ...TIMED] },
    { name: 'paced', grep: PACED, workers: 2, use: AS_VISITORS_HAVE_IT },
    { name: 'timed', grep: TIMED, grepInvert: PACED, workers: 1, use: AS_VISITORS_HAVE_IT },
    ...ENGINES.map((engine) => ({ name: engine, testMatch: ENGINE_TESTS, use: { engine } })),
  ].map((project) => ({ ...project, outputDir: `../tmp/playwright/${project.name}` })),
  // At least twenty times what a quiet machine needs: a busy one fails no test, and what never comes is still found. No test and no
  // assertion names a deadline of its own, and navigations and actions have only the test's.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  // Beside the report that people read, one that tools/testing/reports.mjs counts, and one of what each test cost.
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
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
