import { basename, resolve } from 'node:path';
import { TEST_TIMEOUT_MS } from './deadlines.mjs';

const workspace = resolve(import.meta.dirname, '../..');

/** Jest configuration of a project that runs in Node: ES modules, sources compiled by swc with decorator metadata. */
export function nodeJest(folder) {
  return {
    rootDir: folder,
    displayName: basename(folder),
    testTimeout: TEST_TIMEOUT_MS,
    testRunner: resolve(workspace, 'tools/jest/measured-runner.mjs'),
    testSequencer: resolve(workspace, 'tools/jest/slowest-first.mjs'),
    testEnvironment: 'node',
    testEnvironmentOptions: { customExportConditions: ['@site/source', 'node', 'node-addons'] },
    extensionsToTreatAsEsm: ['.ts'],
    testMatch: ['<rootDir>/src/**/*.test.ts'],
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
