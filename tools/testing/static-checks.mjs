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

const FORMAT = ['node_modules/oxfmt/bin/oxfmt', '--check'];
/** All changed files may be of kinds that are not formatted. */
const formatOf = (changed) => (changed ? [...FORMAT, '--no-error-on-unmatched-pattern', ...changed] : [...FORMAT, '.']);

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
  if (changed?.length !== 0) await tally.step('format', [formatOf(changed)]);
  await Promise.all([sourceChecks(tally), importChecks(tally, affected)]);
}

/** A check that runs beside others. */
const check = (tally, name, command) => tally.step(name, [command], { isBuffered: true });

async function sourceChecks(tally) {
  await check(tally, 'lint', ['node_modules/oxlint/bin/oxlint', '--deny-warnings']);
  await check(tally, 'lint of models', ['tools/check-lint.mjs']);
  await check(tally, 'class names', ['tools/check-styles.mjs']);
  await check(tally, 'storage', ['tools/check-storage.mjs']);
  await check(tally, 'browsers', ['tools/check-browsers.mjs']);
  await check(tally, 'closures', ['tools/check-closures.mjs']);
  await check(tally, 'file sizes', ['tools/check-sizes.mjs']);
  await check(tally, 'duplicates', ['tools/check-duplicates.mjs']);
  await check(tally, 'links', ['tools/check-links.mjs']);
  await check(tally, 'planted faults', ['tools/check-planted.mjs']);
  await check(tally, 'dead code', ['node_modules/knip/bin/knip.js', '--no-progress', '--cache']);
}

/** These take about as long as all the others together; each lane keeps one core busy. */
async function importChecks(tally, affected) {
  await check(tally, 'boundaries and project graph', ['tools/check-boundaries.mjs', ...(affected?.folders ?? [])]);
  if (!affected || affected.files.some((path) => path.startsWith('apps/api/')))
    await check(tally, 'features of the API', FEATURES_OF_API);
}
