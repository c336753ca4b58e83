import { nodeJest } from '../../tools/jest/node.mjs';

/** Tests whose result must not depend on where the data is stored, and those of several processes. */
export default {
  ...nodeJest(import.meta.dirname),
  displayName: 'api at scale',
  testMatch: [
    '<rootDir>/src/**/*.repository.test.ts',
    '<rootDir>/src/**/picture-store.test.ts',
    '<rootDir>/src/http/hostile.test.ts',
    '<rootDir>/src/gallery/moderation/moderation.test.ts',
    '<rootDir>/src/error-reports/error-reports.test.ts',
    '<rootDir>/src/backup/backup.test.ts',
    '<rootDir>/src/telemetry/browser-reports/browser-reports.test.ts',
    '<rootDir>/src/{auth-gate,gallery,usda,ops}/{auth-gate,gallery-upload,gallery-list,price-history,ops}.test.ts',
    '<rootDir>/src/releases/release-{attacks,changes}.test.ts',
    '<rootDir>/scale/*.test.ts',
    '<rootDir>/faults/{crash,job-crash}.test.ts',
  ],
};
