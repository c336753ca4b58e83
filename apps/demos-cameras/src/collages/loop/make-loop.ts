import type { HostApi } from '@site/host';
import type { LoopRequest, LoopReport } from './loop.worker.ts';
// oxlint-disable-next-line import/default -- Vite's address of the worker, not an export of its file
import address from './loop.worker.ts?worker&url';

/**
 * Makes the loop in a worker, whose script is loaded only when this is called. Rejects with the signal's reason if it aborts.
 * @param onProgress called with the share that is done, 0 to 1
 */
export async function makeLoop(
  startWorker: HostApi['startWorker'],
  request: LoopRequest,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const worker = await startWorker(address);
  try {
    signal.throwIfAborted();
    return await new Promise<Blob>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      worker.addEventListener('error', (event) => {
        // Handled here, so that the browser does not report it too.
        event.preventDefault();
        reject(new Error(event.message));
      });
      worker.addEventListener('message', ({ data }: MessageEvent<LoopReport>) => {
        if ('file' in data) resolve(data.file);
        else onProgress(data.done);
      });
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}
