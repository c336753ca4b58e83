// Counts the file operations of a process, and kills it before one of them.
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const killAt = Number(process.env['KILL_AT'] ?? 0);
let steps = 0;

/** Steps so far. */
export const stepsSoFar = () => steps;

/** One more step, which the process may not survive. */
export const step = () => {
  steps += 1;
  if (steps === killAt) process.kill(process.pid, 'SIGKILL');
};

/** Counts every call that changes a file or a folder, before it happens. Load the counted code after this. */
export async function countSteps() {
  for (const name of ['mkdir', 'open', 'rename', 'rm', 'link', 'writeFile']) {
    const original = fs[name];
    fs[name] = async (...args) => {
      step();
      return original(...args);
    };
  }
  syncBuiltinESMExports();

  const probe = await fs.open(process.execPath, 'r');
  const handle = Object.getPrototypeOf(probe);
  await probe.close();
  const { writeFile, sync } = handle;
  handle.sync = function countedSync() {
    step();
    return sync.call(this);
  };
  handle.writeFile = async function countedWrite(content) {
    step();
    // A write is two steps, because a power failure may interrupt it.
    const bytes = Buffer.from(content);
    await writeFile.call(this, bytes.subarray(0, bytes.length >> 1));
    step();
    await writeFile.call(this, bytes.subarray(bytes.length >> 1));
  };
  steps = 0;
}
