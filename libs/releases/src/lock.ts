import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
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

const ownerOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
const isAbandoned = (owner: string): boolean => /^\d+$/.test(owner) && !isAlive(Number(owner));

/**
 * Takes the lock file away from a process that died. Only who holds the guard may do so, and reads the owner again under it: what a dead
 * process left cannot change hands in between, and a lock that a living process has just got stays where it is.
 */
async function removeIfAbandoned(path: string): Promise<void> {
  if (!isAbandoned(await ownerOf(path))) return;
  const guard = `${path}.guard`;
  if (!(await acquire(guard))) {
    // Left by a process that was killed in the few lines below.
    if (isAbandoned(await ownerOf(guard))) await rm(guard, { force: true });
    return;
  }
  try {
    if (isAbandoned(await ownerOf(path))) await rm(path, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

/** Puts the lock file in place, with its owner's number already in it. Answers false when somebody holds the lock. */
async function acquire(path: string): Promise<boolean> {
  const candidate = `${path}.${randomUUID()}`;
  await writeFile(candidate, String(process.pid));
  try {
    await link(candidate, path);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    return false;
  } finally {
    await rm(candidate, { force: true });
  }
}

/**
 * Runs `work` while holding a lock file, one holder at a time on this machine. The lock of a process that
 * died is taken over.
 * @throws ReleaseError REGISTRY_BUSY after 20 s of waiting
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const deadline = Date.now() + WAIT_MILLISECONDS;
  while (!(await acquire(path))) {
    await removeIfAbandoned(path);
    if (Date.now() > deadline) {
      throw new ReleaseError('REGISTRY_BUSY', `another command holds ${path}; wait for it, or remove the file if none runs`);
    }
    await sleep(POLL_MILLISECONDS);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}
