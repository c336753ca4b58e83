// `npm run test:planted`: plants one fault after another in a copy of the last commit, and sees whether `npm test -- --affected` notices.
// Words after it choose faults by their part: `npm run test:planted -- api`.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FAULTS } from './faults.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
/** Copied as hard links, which cost no space. */
const PACKAGES = ['node_modules', 'apps/api/node_modules', 'libs/releases/node_modules'];
/** Missing one in ten is what `npm test` may; the rest is for `npm run test:all`. */
const MIN_NOTICED = 0.9;

const words = process.argv.slice(2);
const chosen = FAULTS.filter(({ what }) => words.every((word) => what.includes(word)));
const folder = mkdtempSync(join(tmpdir(), 'site-planted-'));
const copy = join(folder, 'site');

function run(command, args, cwd) {
  return spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28, env: { ...process.env, NX_DAEMON: 'false' } });
}

/** @throws Error when the place of the fault is not in the file exactly once: the list has to follow the code */
function plant({ file, find, put }) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) throw new Error(`${file} does not have this exactly once: ${find}`);
  writeFileSync(
    path,
    text.replace(find, () => put),
  );
}

run('git', ['clone', '--quiet', '--shared', ROOT, copy], ROOT);
for (const path of PACKAGES.filter((one) => existsSync(join(ROOT, one)))) {
  const { status } = run('cp', ['--archive', '--link', join(ROOT, path), join(copy, path)], ROOT);
  if (status !== 0) cpSync(join(ROOT, path), join(copy, path), { recursive: true, verbatimSymlinks: true });
}

let noticed = 0;
const missed = [];
for (const fault of chosen) {
  plant(fault);
  const start = performance.now();
  const { status, stdout } = run(process.execPath, ['tools/test.mjs', '--affected', 'HEAD'], copy);
  const seconds = Math.round((performance.now() - start) / 1000);
  // Neither how the text of a fault is laid out nor that its place is taken says anything about the tests.
  const steps = [...stdout.matchAll(/^== (.+): .*FAILED$/gm)]
    .map(([, step]) => step)
    .filter((step) => !['format', 'lint', 'planted faults'].includes(step));
  if (status !== 0 && steps.length > 0) noticed += 1;
  else missed.push(fault.what);
  console.log(
    `${steps.length > 0 ? 'noticed' : 'MISSED '} ${fault.what}: ${steps.join(', ') || 'nothing failed'} (${seconds} s)`,
  );
  run('git', ['checkout', '--quiet', '--', '.'], copy);
}
rmSync(folder, { recursive: true, force: true });
console.log(
  `\n${noticed} of ${chosen.length} planted faults were noticed${missed.length > 0 ? `; missed: ${missed.join(', ')}` : ''}`,
);
process.exitCode = noticed >= MIN_NOTICED * chosen.length ? 0 : 1;
