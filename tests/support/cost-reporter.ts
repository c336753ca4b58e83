import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { Yardstick } from '../../tools/testing/yardstick.mjs';
import { PROCESSOR_SECONDS } from './test.ts';

/** Set by tools/test.mjs; a manual run does not need the costs. */
const OUTPUT = process.env['TEST_COSTS_FILE'];

/** Records the cost of each test, and the machine's speed during the run. */
export default class CostReporter implements Reporter {
  private readonly costs: { readonly name: string; readonly seconds: number }[] = [];
  private readonly yardstick = OUTPUT ? new Yardstick() : undefined;

  onTestEnd(test: TestCase, { annotations }: TestResult): void {
    const seconds = annotations.find(({ type }) => type === PROCESSOR_SECONDS)?.description;
    // A test that was skipped has no cost.
    if (seconds) this.costs.push({ name: test.titlePath().slice(2).join(' › '), seconds: Number(seconds) });
    this.yardstick?.measure();
  }

  onEnd(): void {
    if (!OUTPUT || !this.yardstick) return;
    mkdirSync(dirname(OUTPUT), { recursive: true });
    writeFileSync(OUTPUT, JSON.stringify({ samples: this.yardstick.samples, costs: this.costs }));
  }

  /** The list reporter prints for people. */
  printsToStdio(): boolean {
    return false;
  }
}
