import { webJest } from '../../tools/jest/web.mjs';

const config = webJest(import.meta.dirname);

/** Vite resolves an imported image to its URL; under Jest every image has the same URL. */
export default {
  ...config,
  moduleNameMapper: { ...config.moduleNameMapper, '\\.svg$': '<rootDir>/jest-image.cjs' },
};
