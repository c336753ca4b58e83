import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { Yardstick } from '../testing/yardstick.mjs';

/** Set by tools/run-jest.mjs. */
const OUTPUT = process.env.TEST_COSTS_FILE;

/** How long after the last test the process may keep running: by then the results have been written. */
const EXIT_MS = 120_000;

/** Writes the cost of each test file, and how fast the machine was at that time. */
export default class CostReporter {
  #costs = [];
  #yardstick = new Yardstick();

  onTestResult(_test, { testFilePath, processorSeconds }) {
    // A file that could not be run has no cost.
    if (processorSeconds !== undefined) this.#costs.push({ name: relative('.', testFilePath), seconds: processorSeconds });
    this.#yardstick.measure();
  }

  onRunComplete() {
    // Anything left open by a failed test would keep Jest alive. Otherwise the process ends before this.
    setTimeout(() => {
      console.error('A test left something open.');
      process.exit(1);
    }, EXIT_MS).unref();
    mkdirSync(dirname(OUTPUT), { recursive: true });
    writeFileSync(OUTPUT, JSON.stringify({ samples: this.#yardstick.samples, costs: this.#costs }));
  }
}
