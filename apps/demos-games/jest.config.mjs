import { webJest } from '../../tools/jest/web.mjs';

const config = webJest(import.meta.dirname);

/** Vite makes an address of an image; for jest every address is the same. */
export default {
  ...config,
  moduleNameMapper: { ...config.moduleNameMapper, '\\.svg$': '<rootDir>/jest-image.cjs' },
};
