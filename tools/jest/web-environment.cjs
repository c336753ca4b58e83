const { TestEnvironment } = require('jest-environment-jsdom');
const refuseShortTimeout = require('./refuse-short-timeout.cjs');

/** Features that jsdom lacks. Node's MessageChannel is left out: with it React's scheduler would keep Jest alive. */
const FROM_NODE = [
  'TextEncoder',
  'TextDecoder',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'fetch',
  'Response',
  'Headers',
  'structuredClone',
];

/** From Node 24 on, a Request only accepts Node's own signals, so one of jsdom's is forwarded to one of Node's. */
class RequestWithSignal extends Request {
  constructor(input, init = {}) {
    const { signal, ...rest } = init;
    super(input, signal ? { ...rest, signal: followed(signal) } : rest);
  }
}

function followed(signal) {
  const controller = new AbortController();
  if (signal.aborted) controller.abort(signal.reason);
  else signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  return controller.signal;
}

module.exports = class WebEnvironment extends TestEnvironment {
  handleTestEvent = refuseShortTimeout;

  async setup() {
    await super.setup();
    for (const name of FROM_NODE) this.global[name] ??= globalThis[name];
    this.global.Request ??= RequestWithSignal;
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
