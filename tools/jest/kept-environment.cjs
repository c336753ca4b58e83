const { createRequire } = require('node:module');
const refuseShortTimeout = require('./refuse-short-timeout.cjs');

// Resolved from Jest's own folder, so that it is the version that Jest uses.
const { TestEnvironment } = createRequire(createRequire(require.resolve('jest')).resolve('@jest/core'))('jest-environment-node');

/** The global in which TypeORM collects what decorators say; each test file defines the decorated classes again. */
const GATHERED = 'typeormMetadataArgsStorage';

/** One for each worker. */
let kept;

/**
 * Jest's Node sandbox, kept for all test files of a worker, so that the libraries that tools/jest/kept-runtime.cjs loads into it stay.
 * Loading Nest and TypeORM costs ten times as much as the modules of this workspace.
 */
module.exports = class KeptEnvironment extends TestEnvironment {
  #variables;

  constructor(...args) {
    if (kept) return kept;
    super(...args);
    kept = this;
  }

  handleTestEvent = refuseShortTimeout;

  async setup() {
    this.#variables = { ...this.global.process.env };
  }

  /** Restores the initial state for a test file: real timers, environment variables, a runner without tests. */
  async teardown() {
    this.fakeTimers.useRealTimers();
    this.fakeTimersModern.useRealTimers();
    const { env } = this.global.process;
    for (const name of Object.keys(env)) if (!(name in this.#variables)) delete env[name];
    Object.assign(env, this.#variables);
    delete this.global[GATHERED];
    delete this.global[Symbol.for('EVENT_HANDLERS')];
  }
};
