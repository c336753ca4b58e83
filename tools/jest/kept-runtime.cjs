const { createRequire } = require('node:module');

// Resolved from Jest's own folder, so that it is the version that Jest uses.
const requireBesideJest = createRequire(createRequire(require.resolve('jest')).resolve('@jest/core'));
const { default: Runtime } = requireBesideJest('jest-runtime');

const OF_A_PACKAGE = /[\\/]node_modules[\\/]/;

/** One for each worker, with the environment of tools/jest/kept-environment.cjs. */
let kept;

/**
 * Loads packages once for each worker, and the modules of this workspace again for each test file. Workspace packages are links, and are
 * recognized by their target folder.
 */
module.exports = class KeptRuntime extends Runtime {
  constructor(...args) {
    if (kept) return kept.#begin(args);
    super(...args);
    kept = this;
  }

  #begin([, , , , , , testPath]) {
    this._testPath = testPath;
    this.esmLoader.testPath = testPath;
    this.executor.testPath = testPath;
    this.testState.state = 'loading';
    return this;
  }

  teardown() {
    this.restoreAllMocks();
    const { moduleRegistry, esModuleRegistry, internalModuleRegistry, mockRegistry, moduleMockRegistry } = this.registries;
    for (const registry of [moduleRegistry, esModuleRegistry])
      for (const key of registry.keys()) if (!OF_A_PACKAGE.test(key)) registry.delete(key);
    for (const registry of [internalModuleRegistry, mockRegistry, moduleMockRegistry]) registry.clear();
    this.testMainModule.reset();
    this.mockState.clear();
    this.fileCache.clear();
    this.transformCache.clear();
    this.jestGlobals.clearJestObjectCache();
    this.jestGlobals.cachedEnvGlobals = undefined;
    this.loggedReferenceErrors.clear();
  }
};
