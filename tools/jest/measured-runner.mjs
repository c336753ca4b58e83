import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { processorSeconds } from '../testing/processor-time.mjs';

// Jest brings its default runner along; asked from Jest's own folder, it is the version that fits.
const requireBesideJest = createRequire(createRequire(import.meta.url).resolve('jest'));
const { default: circus } = requireBesideJest('jest-circus/runner');

/** Context storages used since the last test file. */
const used = new Set();

/**
 * Each test file creates context storages: Jest's for the running test, and those of the code. Until Node 24 every promise propagates the
 * context of all that were ever used, so without this each promise would cost more with each file.
 */
function disableUsed() {
  for (const storage of used) storage.disable();
  used.clear();
}

const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function recordedRun(...words) {
  used.add(this);
  return run.apply(this, words);
};

/** Jest's own runner of a test file. It adds what the file cost; tools/jest/cost-reporter.mjs collects that. */
export default async function measuredRunner(...words) {
  const before = processorSeconds();
  const result = await circus(...words);
  disableUsed();
  return { ...result, processorSeconds: processorSeconds() - before };
}
