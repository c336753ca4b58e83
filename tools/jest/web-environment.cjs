const { TestEnvironment } = require('jest-environment-jsdom');

/** What browsers have and jsdom does not. Node's MessageChannel stays out: with it React's scheduler keeps jest alive. */
const FROM_NODE = [
  'TextEncoder',
  'TextDecoder',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'fetch',
  'Request',
  'Response',
  'Headers',
  'structuredClone',
];

module.exports = class WebEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] ??= globalThis[name];
    this.addDialogMethods();
  }

  /** jsdom has the dialog element without its methods. */
  addDialogMethods() {
    const { HTMLDialogElement, Event } = this.global;
    HTMLDialogElement.prototype.showModal ??= function showModal() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close ??= function close() {
      if (!this.open) return;
      this.open = false;
      this.dispatchEvent(new Event('close'));
    };
  }
};
