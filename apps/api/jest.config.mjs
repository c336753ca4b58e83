import { nodeJest } from '../../tools/jest/node.mjs';

const config = nodeJest(import.meta.dirname);

// Commits in doubt and the short form of the crash campaign run with every test; the long form by `npm run test:faults`.
export default { ...config, testMatch: [...config.testMatch, '<rootDir>/faults/{commit,crash,process}.test.ts'] };
