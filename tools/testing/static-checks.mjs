// Checks that run no code of the site.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

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

/**
 * Starts the format check, which takes as long as all others together and, like them, one core.
 * @param paths what is checked
 * @returns a function that reports its result
 */
async function readFormat(paths) {
  const start = performance.now();
  const child = spawn(
    process.execPath,
    [
      'node_modules/prettier/bin/prettier.cjs',
      '--check',
      '--cache',
      '--cache-strategy=content',
      '--ignore-unknown',
      '--log-level=warn',
      ...paths,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const [found, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return (tally) => {
    console.log(`\n== format\n${found}`.trimEnd());
    tally.addCheck('format', status === 0, start, found);
  };
}

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
  const format = changed?.length === 0 ? undefined : readFormat(changed ?? ['.']);
  await tally.step('lint', [['node_modules/oxlint/bin/oxlint', '--deny-warnings']]);
  await tally.step('lint of models', [['tools/check-lint.mjs']]);
  await tally.step('boundaries and project graph', [['tools/check-boundaries.mjs', ...(affected?.folders ?? [])]]);
  if (!changed || changed.some((path) => path.startsWith('apps/api/')))
    await tally.step('features of the API', [FEATURES_OF_API]);
  await tally.step('class names', [['tools/check-styles.mjs']]);
  await tally.step('storage', [['tools/check-storage.mjs']]);
  await tally.step('browsers', [['tools/check-browsers.mjs']]);
  await tally.step('closures', [['tools/check-closures.mjs']]);
  await tally.step('file sizes', [['tools/check-sizes.mjs']]);
  await tally.step('duplicates', [['tools/check-duplicates.mjs']]);
  await tally.step('planted faults', [['tools/check-planted.mjs']]);
  await tally.step('dead code', [['node_modules/knip/bin/knip.js', '--no-progress']]);
  const reportFormat = await format;
  reportFormat?.(tally);
}
