// Runs the steps of `npm test`, counts what they report, and prints the result.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The rest of a failure is in the output above and in its files. */
const MAX_LINES_PER_FAILURE = 30;

/** Exit status of a Node command; null if it was killed. */
async function run(args, env) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', ...env },
  });
  const [status] = await once(child, 'close');
  return status;
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

  /** @param seconds since `start`, a value of performance.now() */
  addCheck(name, isGood, start) {
    this.add(name, { passed: Number(isGood), failed: Number(!isGood) }, (performance.now() - start) / 1000);
  }

  /** A part that this machine cannot run: it counts as skipped, or as failed in a complete run. */
  addNotRun(what, reason) {
    if (this.isComplete) this.failed += 1;
    else this.skipped += 1;
    this.#notRun.push(`${what}: ${reason}`);
    console.log(`\n== ${what}: NOT RUN, ${reason}`);
  }

  /**
   * @param commands arguments of Node, run side by side
   * @param readReport what the commands reported; without a report their exit status counts
   * @returns true if everything passed
   */
  async step(name, commands, { readReport = () => undefined, env = {} } = {}) {
    console.log(`\n== ${name}`);
    const start = performance.now();
    const statuses = await Promise.all(commands.map((args) => run(args, env)));
    const isGood = statuses.every((status) => status === 0);
    const report = readReport() ?? { passed: Number(isGood), failed: Number(!isGood) };
    // A runner that died after its last test has failed, too.
    if (!isGood && report.failed === 0) report.failed = 1;
    this.add(name, report, (performance.now() - start) / 1000);
    return report.failed === 0;
  }

  /** Everything that failed, each in less than one screen, and the line of counts. */
  summarize() {
    for (const { title, message, files } of this.#failures) {
      const lines = message.split('\n').filter((line) => !/^\s+at .*node_modules/.test(line));
      console.log(`\n✗ ${title}\n${lines.slice(0, MAX_LINES_PER_FAILURE).join('\n')}`);
      for (const file of files) console.log(`  ${file}`);
    }
    if (this.#notRun.length > 0) console.log(`\nNot run:\n${this.#notRun.map((line) => `  ${line}`).join('\n')}`);
    console.log(`\n${this.passed} passed, ${this.failed} failed, ${this.skipped} skipped`);
  }
}
