import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { Yardstick } from '../testing/yardstick.mjs';

/** Set by tools/run-jest.mjs. */
const OUTPUT = process.env.TEST_COSTS_FILE;

/** Writes what each test file cost, and how fast the machine was meanwhile. */
export default class CostReporter {
  #costs = [];
  #yardstick = new Yardstick();

  onTestResult(_test, { testFilePath, processorSeconds }) {
    // A file that could not be run has no cost.
    if (processorSeconds !== undefined) this.#costs.push({ name: relative('.', testFilePath), seconds: processorSeconds });
    this.#yardstick.measure();
  }

  onRunComplete() {
    mkdirSync(dirname(OUTPUT), { recursive: true });
    writeFileSync(OUTPUT, JSON.stringify({ samples: this.#yardstick.samples, costs: this.#costs }));
  }
}
