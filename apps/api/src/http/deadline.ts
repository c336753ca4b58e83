/**
 * A signal that aborts with a TimeoutError after so many milliseconds, or when `other` does. Its timer holds it. `AbortSignal.timeout()`
 * is held by nobody: behind `AbortSignal.any()` (in Node 20) or inside a `Request` the garbage collector takes it, and what waits for it
 * waits for ever.
 */
export function deadline(ms: number, other?: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const end = (reason: unknown): void => {
    clearTimeout(timer);
    other?.removeEventListener('abort', onOther);
    controller.abort(reason);
  };
  const onOther = (): void => end(other?.reason);
  const timer = setTimeout(() => end(new DOMException(`no answer within ${ms} ms`, 'TimeoutError')), ms).unref();
  if (other?.aborted) onOther();
  else other?.addEventListener('abort', onOther);
  return controller.signal;
}
