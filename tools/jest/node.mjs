import { basename, resolve } from 'node:path';
import { testTimeout } from './deadlines.mjs';
import { testFiles } from './long.mjs';

const workspace = resolve(import.meta.dirname, '../..');

/** If the heap of a worker is larger than this after a test file, a new worker replaces it, which takes half a second. */
const MAX_WORKER_BYTES = 350_000_000;

/** Jest configuration of a project that runs in Node: ES modules, sources compiled by swc with decorator metadata. */
export function nodeJest(folder) {
  return {
    rootDir: folder,
    displayName: basename(folder),
    testTimeout,
    testRunner: resolve(workspace, 'tools/jest/measured-runner.mjs'),
    testSequencer: resolve(workspace, 'tools/jest/slowest-first.mjs'),
    // A module that Node compiled in a sandbox stays in memory: a large worker would spend its time on garbage collection.
    workerIdleMemoryLimit: MAX_WORKER_BYTES,
    testEnvironment: resolve(workspace, 'tools/jest/kept-environment.cjs'),
    runtime: resolve(workspace, 'tools/jest/kept-runtime.cjs'),
    testEnvironmentOptions: { customExportConditions: ['@site/source', 'node', 'node-addons'] },
    extensionsToTreatAsEsm: ['.ts'],
    testMatch: testFiles('<rootDir>/src', 'test.ts'),
    modulePathIgnorePatterns: ['<rootDir>/dist'],
    setupFilesAfterEnv: [resolve(workspace, 'tools/jest/fail-on-console.mjs')],
    transform: {
      '^.+\\.ts$': [
        '@swc/jest',
        {
          jsc: {
            target: 'es2022',
            parser: { syntax: 'typescript', decorators: true },
            transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          },
          module: { type: 'es6' },
        },
      ],
    },
  };
}
