interface Deadline {
  readonly signal: AbortSignal;
  /** Ends the waiting for the moment and for the other signal; what listens to this one hears nothing more. */
  stop(): void;
}

function begin(ms: number, other?: AbortSignal): Deadline {
  const controller = new AbortController();
  const stop = (): void => {
    clearTimeout(timer);
    other?.removeEventListener('abort', onOther);
  };
  const end = (reason: unknown): void => {
    stop();
    controller.abort(reason);
  };
  const onOther = (): void => end(other?.reason);
  const timer = setTimeout(() => end(new DOMException(`no answer within ${ms} ms`, 'TimeoutError')), ms).unref();
  if (other?.aborted) onOther();
  else other?.addEventListener('abort', onOther);
  return { signal: controller.signal, stop };
}

/**
 * A signal that aborts with a TimeoutError after so many milliseconds, or when `other` does. Its timer holds it. `AbortSignal.timeout()`
 * is held by nobody: behind `AbortSignal.any()` (in Node 20) or inside a `Request` the garbage collector takes it, and what waits for it
 * waits for ever.
 */
export const deadline = (ms: number, other?: AbortSignal): AbortSignal => begin(ms, other).signal;

/** Does something under a deadline that goes when it is done: signals that live as long as the server would gather listeners. */
export async function withDeadline<T>(ms: number, other: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal, stop } = begin(ms, other);
  try {
    return await work(signal);
  } finally {
    stop();
  }
}
