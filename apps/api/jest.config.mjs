import { nodeJest } from '../../tools/jest/node.mjs';

export default nodeJest(import.meta.dirname);
