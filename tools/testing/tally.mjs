// Runs the steps of `npm test`, counts what they report, and prints the result.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { NX_ENV } from '../command.mjs';

/** The rest of a failure is in the output above and in its files. */
const MAX_LINES_PER_FAILURE = 30;
/** Of each text file that a failed test leaves. */
const MAX_LINES_PER_FILE = 12;
/** How many characters at the end of a command's output are searched for faults. */
const MAX_END = 100_000;

/**
 * Runs a Node command, and prints what it prints, or, if it is buffered, nothing.
 * @returns its exit status, null if it was killed, and the end of its output
 */
async function run(args, env, isBuffered) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...NX_ENV, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
  });
  let end = '';
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (text) => {
      if (!isBuffered) process[name].write(text);
      end = (end + text).slice(-MAX_END);
    });
  }
  const [status] = await once(child, 'close');
  return { status, end };
}

const linesOf = (output) =>
  stripVTControlCharacters(output)
    .split('\n')
    .filter((line) => line.trim() !== '');

const lastLines = (lines) => lines.slice(-MAX_LINES_PER_FAILURE).join('\n');

/** The lines of a failed command that say what is wrong: compilers and builds name the file, Nx adds a frame around that. */
function linesOfFault(output) {
  const lines = linesOf(output);
  const errors = lines.filter((line) => /(^|[\s[])error(\s|:|\[|\])/i.test(line));
  return errors.length > 0 ? errors.join('\n') : lastLines(lines);
}

/** Prints a file's path and, if it is text, its end: the machine may be gone when somebody reads this. */
function printFile(path) {
  console.log(`  ${path}`);
  if (!path.endsWith('.txt') || !existsSync(path)) return;
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  for (const line of lines.slice(-MAX_LINES_PER_FILE)) console.log(`    ${line}`);
}

export class Tally {
  passed = 0;
  failed = 0;
  skipped = 0;
  samples = [];
  costs = [];
  /** True: a part that cannot be run fails. For the build machine, which must have everything. */
  isComplete = false;
  #failures = [];
  #notRun = [];

  add(name, report, seconds) {
    this.passed += report.passed;
    this.failed += report.failed;
    this.skipped += report.skipped ?? 0;
    this.samples.push(...(report.samples ?? []));
    this.costs.push(...(report.costs ?? []));
    this.#failures.push(...(report.failures ?? []));
    const verdict = report.failed > 0 ? 'FAILED' : 'ok';
    console.log(`\n== ${name}: ${report.passed} passed, ${report.failed} failed (${seconds.toFixed(0)} s) ${verdict}`);
  }

  /**
   * @param start a value of performance.now()
   * @param message what is wrong, if it is not good
   */
  addCheck(name, isGood, start, message = '') {
    const failures = isGood ? [] : [{ title: name, message, files: [] }];
    this.add(name, { passed: Number(isGood), failed: Number(!isGood), failures }, (performance.now() - start) / 1000);
  }

  /**
   * A part that this machine cannot run: it counts as skipped, or as failed in a complete run.
   * @param isForbidden true if the system forbids it, which installing packages cannot change: it never counts as failed
   */
  addNotRun(what, reason, isForbidden = false) {
    if (this.isComplete && !isForbidden) this.failed += 1;
    else this.skipped += 1;
    this.#notRun.push(`${what}: ${reason}`);
    console.log(`\n== ${what}: NOT RUN, ${reason}`);
  }

  /**
   * @param commands arguments of Node, run side by side
   * @param readReport what the commands reported; without a report their exit status counts
   * @param isBuffered true: their output is printed once they have ended, because other steps run beside this one; all of it is about faults
   * @returns true if everything passed
   */
  async step(name, commands, { readReport = () => undefined, env = {}, isBuffered = false } = {}) {
    if (!isBuffered) console.log(`\n== ${name}`);
    const start = performance.now();
    const results = await Promise.all(commands.map((args) => run(args, env, isBuffered)));
    if (isBuffered) console.log(`\n== ${name}\n${results.map(({ end }) => end).join('')}`.trimEnd());
    const bad = results.filter(({ status }) => status !== 0);
    const isGood = bad.length === 0;
    const report = readReport() ?? { passed: Number(isGood), failed: Number(!isGood) };
    // A runner that died after its last test has failed, too.
    if (!isGood && report.failed === 0) report.failed = 1;
    if (!isGood && !report.failures?.length)
      report.failures = bad.map(({ end }) => ({
        title: name,
        message: isBuffered ? lastLines(linesOf(end)) : linesOfFault(end),
        files: [],
      }));
    this.add(name, report, (performance.now() - start) / 1000);
    return report.failed === 0;
  }

  /** Everything that failed, each in less than one screen, and the line of counts. */
  summarize() {
    for (const { title, message, files } of this.#failures) {
      const lines = message.split('\n').filter((line) => !/^\s+at .*node_modules/.test(line));
      console.log(`\n✗ ${title}\n${lines.slice(0, MAX_LINES_PER_FAILURE).join('\n')}`);
      for (const file of files) printFile(file);
    }
    if (this.#notRun.length > 0) console.log(`\nNot run:\n${this.#notRun.map((line) => `  ${line}`).join('\n')}`);
    console.log(`\n${this.passed} passed, ${this.failed} failed, ${this.skipped} skipped`);
  }
}
