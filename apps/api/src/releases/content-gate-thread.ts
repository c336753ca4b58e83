import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { JudgedBuild } from '@site/releases';
import { WorkQueue } from '../http/work-queue.ts';
import { ReleaseApiError } from './release-api.errors.ts';

/** Threads run compiled code, even when the rest runs from source in a test. */
const FILE = import.meta.url.endsWith('.ts') ? '../../dist/releases/content-gate.worker.js' : './content-gate.worker.js';
/** Ordinary scripts take less than a second. */
const MAX_MS = 30_000;
/** More than any file within the gate's limits needs: a thread that reaches it may end the whole process. */
const MAX_MEMORY_MB = 512;

/** One at a time, because each thread may use up to `MAX_MEMORY_MB`. */
const threads = new WorkQueue(1, 10);

/**
 * Judges the files of a release in its own low-priority thread: they come from teams, whose keys may be stolen. A release that
 * takes too long is refused.
 * @param draining aborted when the process is about to exit, which must not wait for a check to finish
 * @throws ReleaseApiError STORE_BUSY if the process is about to end
 */
export async function judgeInThread(build: JudgedBuild, draining: AbortSignal, maxMs = MAX_MS): Promise<readonly string[]> {
  try {
    return await threads.run(() => judge(build, draining, maxMs));
  } catch (cause) {
    if (draining.aborted) throw new ReleaseApiError('STORE_BUSY', 'this server is stopping; run the command again in a moment');
    throw cause;
  }
}

async function judge({ manifest, files }: JudgedBuild, draining: AbortSignal, maxMs: number): Promise<readonly string[]> {
  // The gate checks nothing else.
  if (manifest.kind !== 'remote') return [];
  draining.throwIfAborted();
  const tooMuch = `its scripts and styles take more than ${maxMs / 1000} s or ${MAX_MEMORY_MB} MB to check; make them smaller, or try again when the server is less busy`;
  const worker = new Worker(new URL(FILE, import.meta.url), {
    workerData: { manifest, files: files.map(({ path, content }) => ({ path, content })) },
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  const timer = setTimeout(() => void worker.terminate(), maxMs);
  const over = new AbortController();
  try {
    const ended = once(worker, 'exit').then(() => [[tooMuch]]);
    // Not with `draining` alone, which would keep a worker that sends nothing until the process ends.
    const message = once(worker, 'message', { signal: AbortSignal.any([draining, over.signal]) });
    const [reasons] = (await Promise.race([message, ended])) as [readonly string[]];
    return reasons;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return [tooMuch];
    throw cause;
  } finally {
    clearTimeout(timer);
    over.abort();
    await worker.terminate();
  }
}
