interface Deadline {
  readonly signal: AbortSignal;
  /** Stops the timer and the listener on the other signal; this signal will never abort after that. */
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
  const timer = setTimeout(() => end(new DOMException(`no response within ${ms} ms`, 'TimeoutError')), ms).unref();
  if (other?.aborted) onOther();
  else other?.addEventListener('abort', onOther);
  return { signal: controller.signal, stop };
}

/**
 * A signal that aborts with a TimeoutError after `ms` milliseconds, or when `other` does. Its timer keeps it alive. Nothing keeps
 * `AbortSignal.timeout()` alive: combined by `AbortSignal.any()` (in Node 20) or inside a `Request` it is garbage-collected, and whatever
 * waits for it waits forever.
 */
export const deadline = (ms: number, other?: AbortSignal): AbortSignal => begin(ms, other).signal;

/**
 * The same response, with a body that fails when the signal aborts. `fetch` alone does not ensure this: once the headers have arrived,
 * garbage collection may detach its signal from the body, and whoever reads that waits forever.
 */
export function untilAborted(response: Response, signal: AbortSignal): Response {
  return response.body ? new Response(response.body.pipeThrough(new TransformStream(), { signal }), response) : response;
}

export interface StepDeadline {
  readonly signal: AbortSignal;
  /** Runs one step of the work. */
  readonly step: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * A signal that aborts if one step takes longer than `ms` milliseconds. The time between steps does not count, because the
 * work may have to wait for something else in between.
 */
export function stepDeadline(ms: number): StepDeadline {
  const controller = new AbortController();
  return {
    signal: controller.signal,
    async step(work) {
      const { signal, stop } = begin(ms);
      signal.addEventListener('abort', () => controller.abort(signal.reason));
      try {
        return await work();
      } finally {
        stop();
      }
    },
  };
}

/** Runs work with a deadline that is removed afterward: signals as long-lived as the server would accumulate listeners. */
export async function withDeadline<T>(ms: number, other: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal, stop } = begin(ms, other);
  try {
    return await work(signal);
  } finally {
    stop();
  }
}
