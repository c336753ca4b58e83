import { nodeJest } from '../../tools/jest/node.mjs';

const config = nodeJest(import.meta.dirname);

// The short form of the crash campaign runs with every test; its long form by `npm run test:faults`.
export default { ...config, testMatch: [...config.testMatch, '<rootDir>/faults/{crash,process}.test.ts'] };
