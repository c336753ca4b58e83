import { readdirSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * A third of the weight of what serves visitors, which do not notice the work either way. The lowest priority, 19, has a
 * seventieth: next to two busy programs per core, which may be anybody's, none of three pictures was finished in time (decision
 * 0120).
 */
const BEHIND_VISITORS = 5;

/**
 * Gives the calling thread a lower priority than the one that serves visitors. Only on Linux can Node set the priority of a
 * single thread.
 */
export function runInBackground(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), BEHIND_VISITORS);
  } catch {
    // A sandbox may hide /proc or forbid changing priorities. The work is then done at the normal priority.
  }
}

/** Gives the whole process this priority: its current threads and those they will start. */
export function runProcessInBackground(): void {
  try {
    const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
    for (const thread of threads) setPriority(thread, BEHIND_VISITORS);
  } catch {
    // As above.
  }
}
