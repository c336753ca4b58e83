import { nodeJest } from '../../tools/jest/node.mjs';

const config = nodeJest(import.meta.dirname);
const [, swcOptions] = config.transform['^.+\\.ts$'];
// The sample data are imported `with { type: 'json' }`, which swc would leave out.
swcOptions.jsc.experimental = { keepImportAttributes: true };

export default config;
