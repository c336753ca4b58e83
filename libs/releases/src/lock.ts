import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReleaseError } from './errors.ts';

const WAIT_MILLISECONDS = 20_000;
const POLL_MILLISECONDS = 40;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // EPERM: the process exists and belongs to somebody else.
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function removeIfAbandoned(path: string): Promise<void> {
  const owner = Number(await readFile(path, 'utf8').catch(() => ''));
  if (Number.isInteger(owner) && owner > 0 && !isAlive(owner)) await rm(path, { force: true });
}

/**
 * Runs `work` while holding a lock file, one holder at a time on this machine. The lock of a process that
 * died is taken over.
 * @throws ReleaseError REGISTRY_BUSY after 20 s of waiting
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const deadline = Date.now() + WAIT_MILLISECONDS;
  for (;;) {
    try {
      const handle = await open(path, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      break;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
      await removeIfAbandoned(path);
      if (Date.now() > deadline) {
        throw new ReleaseError('REGISTRY_BUSY', `another command holds ${path}; wait for it, or remove the file if none runs`);
      }
      await sleep(POLL_MILLISECONDS);
    }
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}
