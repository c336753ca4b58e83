// Checks that run no code of the site.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

function checkLockfile(tally) {
  console.log('\n== lockfile');
  const start = performance.now();
  const { status, stderr } = spawnSync('npm', ['ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund'], {
    encoding: 'utf8',
  });
  const isClean = !/"resolved": "https?:/.test(readFileSync('package-lock.json', 'utf8'));
  const faults = [
    ...(status === 0 ? [] : [stderr]),
    ...(isClean ? [] : ['package-lock.json records download addresses: run npm install with the .npmrc in this folder.']),
  ];
  for (const fault of faults) console.error(fault);
  tally.addCheck('lockfile', faults.length === 0, start, faults.join('\n'));
}

const FORMAT = ['node_modules/oxfmt/bin/oxfmt', '--check', '--no-error-on-unmatched-pattern'];

const FEATURES_OF_API = [
  'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
  '--config',
  '.dependency-cruiser.api.mjs',
  '--output-type',
  'err-long',
  'apps/api/src',
];

/** @param affected what the change affects, as `findAffected` returns it; without it everything may have changed */
export async function staticChecks(tally, affected) {
  const changed = affected?.files;
  if (!changed || changed.some((path) => path.endsWith('package.json'))) checkLockfile(tally);
  if (changed?.length !== 0) await tally.step('format', [[...FORMAT, ...(changed ?? ['.'])]]);
  await Promise.all([sourceChecks(tally), importChecks(tally, affected)]);
}

async function sourceChecks(tally) {
  await tally.step('lint', [['node_modules/oxlint/bin/oxlint', '--deny-warnings']]);
  await tally.step('lint of models', [['tools/check-lint.mjs']]);
  await tally.step('class names', [['tools/check-styles.mjs']]);
  await tally.step('storage', [['tools/check-storage.mjs']]);
  await tally.step('browsers', [['tools/check-browsers.mjs']]);
  await tally.step('closures', [['tools/check-closures.mjs']]);
  await tally.step('file sizes', [['tools/check-sizes.mjs']]);
  await tally.step('duplicates', [['tools/check-duplicates.mjs']]);
  await tally.step('planted faults', [['tools/check-planted.mjs']]);
  await tally.step('dead code', [['node_modules/knip/bin/knip.js', '--no-progress']]);
}

/** They take as long as all others together, and like those one core. */
async function importChecks(tally, affected) {
  await tally.step('boundaries and project graph', [['tools/check-boundaries.mjs', ...(affected?.folders ?? [])]]);
  if (!affected || affected.files.some((path) => path.startsWith('apps/api/')))
    await tally.step('features of the API', [FEATURES_OF_API]);
}
