import { readdirSync, readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Added to the nice value: background work gets a third of the weight of what serves visitors. At 19 it gets a seventieth, and with
 * two busy programs per core beside it, which may be anybody's, no picture was finished in time (decision 0120).
 */
const NICE_STEP = 5;

/** The calling thread's nice value plus NICE_STEP, up to the lowest priority. */
const lowered = (): number => Math.min(getPriority() + NICE_STEP, constants.priority.PRIORITY_LOW);

/**
 * Gives the calling thread a lower priority than the one that serves visitors. Only on Linux can Node set the priority of a
 * single thread.
 */
export function runInBackground(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), lowered());
  } catch {
    // A sandbox may hide /proc or forbid changing priorities. The work is then done at the normal priority.
  }
}

/** Lowers the priority of the whole process: its current threads and those they will start. */
export function runProcessInBackground(): void {
  try {
    const priority = lowered();
    const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
    for (const thread of threads) setPriority(thread, priority);
  } catch {
    // As above.
  }
}
