import { nodeJest } from '../../tools/jest/node.mjs';

/** Campaigns of minutes, and faults that need rights which a test run may lack (mount, strace). `npm run test:faults`. */
export default { ...nodeJest(import.meta.dirname), displayName: 'api faults', testMatch: ['<rootDir>/faults/*.test.ts'] };
