/**
 * The oldest browsers that the site supports. Vite builds for them, and tools/check-browsers.mjs rejects features that they lack. They are the first
 * with import maps, container queries, `:has()` and `color-mix()` (docs/browsers.md).
 */
export const OLDEST_BROWSERS = { chrome: 111, edge: 111, firefox: 121, safari: 16.4, ios: 16.4 };

/** The same for Vite's `build.target`. */
export const BUILD_TARGETS = Object.entries(OLDEST_BROWSERS).map(([name, version]) => `${name}${version}`);
