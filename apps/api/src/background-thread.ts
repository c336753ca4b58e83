import { readdirSync, readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

const LOW = constants.priority.PRIORITY_LOW;

/**
 * Gives the calling thread a lower priority than the one that serves visitors. Only on Linux can Node set the priority of a
 * single thread.
 */
export function runInBackground(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), LOW);
  } catch {
    // A sandbox may hide /proc or forbid changing priorities. The work is then done at the normal priority.
  }
}

/** Gives the whole process the lowest priority: its current threads and those they will start. */
export function runProcessInBackground(): void {
  try {
    const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
    for (const thread of threads) setPriority(thread, LOW);
  } catch {
    // As above.
  }
}
