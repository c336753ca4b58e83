import { webJest } from '../../tools/jest/web.mjs';

const config = webJest(import.meta.dirname);

/** Vite turns an imported image into its address; under Jest all addresses are the same. */
export default {
  ...config,
  moduleNameMapper: { ...config.moduleNameMapper, '\\.svg$': '<rootDir>/jest-image.cjs' },
};
