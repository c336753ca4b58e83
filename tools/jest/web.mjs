import { basename, resolve } from 'node:path';
import { testTimeout } from './deadlines.mjs';
import { testFiles } from './long.mjs';

const here = import.meta.dirname;

/** Jest configuration of a project that runs in the browser: CommonJS by swc, jsdom, workspace libraries from source. */
export function webJest(folder, { globals = {} } = {}) {
  return {
    rootDir: folder,
    displayName: basename(folder),
    globals,
    testTimeout,
    testRunner: resolve(here, 'measured-runner.mjs'),
    // Each global is looked up through the sandbox; numeric models look up Math in every step.
    sandboxInjectedGlobals: ['Math'],
    testEnvironment: resolve(here, 'web-environment.cjs'),
    testEnvironmentOptions: { customExportConditions: ['@site/source', 'browser', 'require', 'default'] },
    testMatch: testFiles('<rootDir>', 'test.ts', 'test.tsx'),
    modulePathIgnorePatterns: ['<rootDir>/dist'],
    // For a remote in its own repository: the site's libraries are in this folder, the kit's node_modules.
    modulePaths: [resolve(here, '../../node_modules')],
    setupFilesAfterEnv: [resolve(here, 'web-console.cjs')],
    moduleNameMapper: {
      '\\.css$': resolve(here, 'css-module.cjs'),
      // Workers run in browsers only; their addresses are strings.
      '\\?worker&url$': resolve(here, 'css-module.cjs'),
      '^@testing-library/react$': resolve(here, 'testing-library.cjs'),
    },
    // These packages only ship ES modules, which Jest cannot require as they are.
    transformIgnorePatterns: ['/node_modules/(?!@tanstack/(?:react-table|table-core|react-store|store)/|@site/)'],
    transform: {
      '^.+\\.[jt]sx?$': [
        '@swc/jest',
        {
          jsc: {
            target: 'es2022',
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic' } },
          },
          module: { type: 'commonjs' },
        },
      ],
    },
  };
}
