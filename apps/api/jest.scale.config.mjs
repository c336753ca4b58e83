import { LONG_TEST_TIMEOUT_MS } from '../../tools/jest/deadlines.mjs';
import { nodeJest } from '../../tools/jest/node.mjs';

/** Tests whose result must not depend on where the data is stored, and tests that run several processes. */
export default {
  ...nodeJest(import.meta.dirname),
  displayName: 'api at scale',
  testTimeout: LONG_TEST_TIMEOUT_MS,
  testMatch: [
    '<rootDir>/src/**/*.repository{,.long}.test.ts',
    '<rootDir>/src/**/picture-store{,.long}.test.ts',
    '<rootDir>/src/http/hostile.long.test.ts',
    '<rootDir>/src/gallery/moderation/moderation{,.long}.test.ts',
    '<rootDir>/src/error-reports/error-reports{,.long}.test.ts',
    '<rootDir>/src/backup/backup{,.long}.test.ts',
    '<rootDir>/src/telemetry/browser-reports/browser-reports{,.long}.test.ts',
    '<rootDir>/src/{auth-gate,gallery,usda,ops}/{auth-gate,gallery-upload,gallery-list,price-history,ops}{,.long}.test.ts',
    '<rootDir>/src/releases/release-{attacks,changes}{,.long}.test.ts',
    '<rootDir>/scale/*.test.ts',
    '<rootDir>/faults/{crash,job-crash}.test.ts',
  ],
};
