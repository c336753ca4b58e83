import { createRequire } from 'node:module';
import { processorSeconds } from '../testing/processor-time.mjs';

// Jest brings its default runner along; asked from Jest's own folder, it is the version that fits.
const requireBesideJest = createRequire(createRequire(import.meta.url).resolve('jest'));
const { default: circus } = requireBesideJest('jest-circus/runner');

/** Jest's own runner of a test file. It adds what the file cost; tools/jest/cost-reporter.mjs collects that. */
export default async function measuredRunner(...words) {
  const before = processorSeconds();
  const result = await circus(...words);
  return { ...result, processorSeconds: processorSeconds() - before };
}
