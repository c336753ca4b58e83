import { LONG_TEST_TIMEOUT_MS } from '../../tools/jest/deadlines.mjs';
import { nodeJest } from '../../tools/jest/node.mjs';

/** Crashes, and faults that need privileges a run may lack (mount, strace): short in `npm run test:all`, long in `npm run test:faults`. */
export default {
  ...nodeJest(import.meta.dirname),
  displayName: 'api faults',
  testMatch: ['<rootDir>/faults/*.test.ts'],
  testTimeout: LONG_TEST_TIMEOUT_MS,
};
