import { fileURLToPath } from 'node:url';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** Jest configuration of a project that runs in the browser: `export default webProject(import.meta.dirname)`. */
export function webProject(rootDir, { globals = {} } = {}) {
  return {
    rootDir,
    globals,
    testEnvironment: here('./web-environment.cjs'),
    testEnvironmentOptions: { customExportConditions: ['@site/source', 'browser', 'require', 'default'] },
    testMatch: ['<rootDir>/**/*.test.ts', '<rootDir>/**/*.test.tsx'],
    testPathIgnorePatterns: ['/node_modules/', '/dist/'],
    setupFilesAfterEnv: [here('./fail-on-console.cjs')],
    moduleNameMapper: { '\\.css$': here('./css-names.cjs') },
    transform: {
      '\\.tsx?$': [
        '@swc/jest',
        {
          jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } },
          module: { type: 'commonjs' },
        },
      ],
    },
  };
}
