import { basename, resolve } from 'node:path';

const workspace = resolve(import.meta.dirname, '../..');

/** Jest configuration of a project that runs in Node: ES modules, sources compiled by swc with decorator metadata. */
export function nodeJest(folder) {
  return {
    rootDir: folder,
    displayName: basename(folder),
    // Twice the slowest test on a loaded machine of two cores; a hang is still found.
    testTimeout: 20_000,
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
