// `npm run test:planted`: plants one fault after another in a copy of the last commit, to see whether `npm test -- --affected`
// notices. Arguments choose faults by their part: `npm run test:planted -- api`. It takes an hour or more; the results of this
// commit are kept in tmp/planted.json, so that an interrupted run can continue.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { cloneWorkspace } from '../../tools/testing/clone-workspace.mjs';
import { FAULTS } from './faults.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
/** `npm test` may miss one in ten, which `npm run test:all` must find. */
const MIN_NOTICED = 0.9;
const RESULTS = resolve(ROOT, 'tmp/planted.json');

const words = process.argv.slice(2);
const chosen = FAULTS.filter(({ what }) => words.every((word) => what.includes(word)));
const folder = mkdtempSync(join(tmpdir(), 'site-planted-'));
const copy = join(folder, 'site');
const commit = run('git', ['rev-parse', 'HEAD'], ROOT).stdout.trim();

function run(command, args, cwd) {
  return spawnSync(command, args, { cwd, encoding: 'utf8' });
}

/** @throws Error unless the text to replace is in the file exactly once: the list has to follow the code */
function plant({ file, find, put }) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) throw new Error(`${file} does not contain this exactly once: ${find}`);
  writeFileSync(
    path,
    text.replace(find, () => put),
  );
}

/** For each fault of this commit that has already been planted: the step that failed, if any, and the seconds it took. */
function readResults() {
  const kept = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : undefined;
  return kept?.commit === commit ? kept.results : {};
}

/** The failed step named by a line. Formatting, lint and the check that the fault's text exists say nothing about the tests. */
function failedStep(line) {
  const step = /^== (.+): .*FAILED$/.exec(line)?.[1];
  return ['format', 'lint', 'planted faults'].includes(step) ? undefined : step;
}

/** Runs the checks that the planted fault affects, until a step fails. @returns that step, if any, and the elapsed seconds */
async function runUntilFailure(fault) {
  plant(fault);
  const start = performance.now();
  const child = spawn(process.execPath, ['tools/test.mjs', '--affected', 'HEAD'], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'ignore'],
    // A separate process group, so that its children can be killed with it.
    detached: true,
  });
  const closed = once(child, 'close');
  let step;
  for await (const line of createInterface({ input: child.stdout })) {
    step = failedStep(line);
    if (step !== undefined) break;
  }
  // If the last step fails, the run may already have ended.
  if (step !== undefined && child.exitCode === null) process.kill(-child.pid);
  await closed;
  run('git', ['checkout', '--quiet', '--', '.'], copy);
  return { step, seconds: Math.round((performance.now() - start) / 1000) };
}

cloneWorkspace(copy);

const results = readResults();
const missed = [];
for (const fault of chosen) {
  const { step, seconds } = (results[fault.what] ??= await runUntilFailure(fault));
  if (step === undefined) missed.push(fault.what);
  console.log(`${step ? 'noticed' : 'MISSED '} ${fault.what}: ${step ?? 'nothing failed'} (${seconds} s)`);
  mkdirSync(dirname(RESULTS), { recursive: true });
  writeFileSync(RESULTS, JSON.stringify({ commit, results }, undefined, 2));
}
rmSync(folder, { recursive: true, force: true });
const noticed = chosen.length - missed.length;
console.log(
  `\n${noticed} of ${chosen.length} planted faults were noticed${missed.length > 0 ? `; missed: ${missed.join(', ')}` : ''}`,
);
process.exitCode = noticed >= MIN_NOTICED * chosen.length ? 0 : 1;
