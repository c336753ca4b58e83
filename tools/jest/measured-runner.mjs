import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { processorSeconds } from '../testing/processor-time.mjs';

// Resolved from Jest's own folder, so that it is the version that Jest uses.
const requireBesideJest = createRequire(createRequire(import.meta.url).resolve('jest'));
const { default: circus } = requireBesideJest('jest-circus/runner');

/** Context storages (`AsyncLocalStorage`) used since the last test file. */
const used = new Set();

/**
 * Each test file creates context storages: Jest's for the running test, and those of the code. Before Node 24, every promise propagates the
 * context of all that have ever been used, so without this each promise would cost more with each file.
 */
function disableUsed() {
  for (const storage of used) storage.disable();
  used.clear();
}

const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function recordedRun(...args) {
  used.add(this);
  return run.apply(this, args);
};

/** Jest's own test runner, which also measures what each file costs; tools/jest/cost-reporter.mjs collects the costs. */
export default async function measuredRunner(...args) {
  const before = processorSeconds();
  const result = await circus(...args);
  disableUsed();
  return { ...result, processorSeconds: processorSeconds() - before };
}
