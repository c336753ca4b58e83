import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';

/** Lets the thread that calls it run after the one that answers visitors. Linux alone has a priority for each thread. */
export function runInBackground(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_LOW);
  } catch {
    // A sandbox may hide /proc or forbid priorities. The work is then done at the usual one.
  }
}
