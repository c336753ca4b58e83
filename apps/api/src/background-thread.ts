import { readdirSync, readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

const LOW = constants.priority.PRIORITY_LOW;

/** Lets the thread that calls it run after the one that answers visitors. Linux alone has a priority for each thread. */
export function runInBackground(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), LOW);
  } catch {
    // A sandbox may hide /proc or forbid priorities. The work is then done at the usual one.
  }
}

/** Lets the whole process run after all others: the threads that it has, and those that they will start. */
export function runProcessInBackground(): void {
  try {
    const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
    for (const thread of threads) setPriority(thread, LOW);
  } catch {
    // As above.
  }
}
