import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, readlink, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ReleaseError } from './errors.ts';

/** A command gives up if one holder keeps the lock for this long. */
const WAIT_MS = 20_000;
const POLL_MS = 40;
/** Interval of a holder's heartbeat. */
const BEAT_MS = 1_000;
/** A holder without a heartbeat for this long counts as dead: ten intervals, so that a slow one is not taken for dead. */
const STALE_MS = 10_000;
/** The most that one look at the lock counts for. */
const MAX_STEP_MS = BEAT_MS;

/** Process IDs are meaningful only within one namespace of one boot of one machine. */
async function processScope(): Promise<string> {
  const [boot, namespace] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => hostname()),
    readlink('/proc/self/ns/pid').catch(() => process.platform),
  ]);
  return `${boot.trim()} ${namespace}`;
}

interface Owner {
  readonly token: string;
  readonly pid: number;
  readonly scope: string;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // EPERM: the process exists and belongs to somebody else.
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns null if there is no valid lock file. */
async function ownerOf(path: string): Promise<Owner | null> {
  const [token, pid, scope] = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  return token && pid && scope ? { token, pid: Number(pid), scope } : null;
}

/** Creates the lock file with its owner already in it. Returns false if somebody holds the lock. */
async function acquire(path: string, { token, pid, scope }: Owner): Promise<boolean> {
  const candidate = `${path}.${randomUUID()}`;
  const handle = await open(candidate, 'wx');
  try {
    await handle.writeFile(`${token}\n${pid}\n${scope}`);
    await link(candidate, path);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    return false;
  } finally {
    await handle.close();
    await rm(candidate, { force: true });
  }
}

/** For how long a state has not changed. Only time in which this process ran counts: while the machine was paused, nobody had time. */
class Unchanged {
  private seen = '';
  private unchangedMs = 0;
  private lookedAt = performance.now();

  /** Returns milliseconds. */
  look(state: string): number {
    const step = Math.min(performance.now() - this.lookedAt, MAX_STEP_MS);
    this.lookedAt = performance.now();
    this.unchangedMs = state === this.seen ? this.unchangedMs + step : 0;
    this.seen = state;
    return this.unchangedMs;
  }
}

/** Checks by its own clock whether a lock file still changes, because the clocks of two machines may differ. */
class Watch {
  private readonly unchanged = new Unchanged();

  constructor(
    private readonly path: string,
    private readonly me: Owner,
    private readonly staleMs: number,
  ) {}

  async isAbandoned(): Promise<boolean> {
    const found = await stat(this.path).catch(() => null);
    if (!found) return false;
    const owner = await ownerOf(this.path);
    if (owner?.scope === this.me.scope && !isAlive(owner.pid)) return true;
    return this.unchanged.look(`${owner?.token} ${found.ino} ${found.mtimeMs}`) > this.staleMs;
  }
}

/**
 * Removes the lock file of a dead process. Only the holder of the guard may do so, and it checks again under the guard: the file of a
 * dead process cannot change hands in between, and a lock that a living process has just acquired is kept.
 */
async function removeIfAbandoned(path: string, me: Owner, lock: Watch, guard: Watch): Promise<void> {
  if (!(await lock.isAbandoned())) return;
  const guardPath = `${path}.guard`;
  if (!(await acquire(guardPath, me))) {
    // Left by a process that was killed during the few lines below.
    if (await guard.isAbandoned()) await rm(guardPath, { force: true });
    return;
  }
  try {
    if (await lock.isAbandoned()) await rm(path, { force: true });
  } finally {
    await rm(guardPath, { force: true });
  }
}

async function startBeating(path: string): Promise<() => Promise<void>> {
  // The open file belongs to this holder: a lock that another process has taken over is not touched.
  const handle = await open(path, 'r+');
  let beating: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    const now = new Date();
    // The next heartbeat makes up for a missed one.
    beating = handle.utimes(now, now).catch(() => undefined);
  }, BEAT_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await beating;
    await handle.close();
  };
}

export interface HeldLock {
  /** Call it before each step that must not happen twice. @throws ReleaseError REGISTRY_BUSY if the lock was taken over */
  readonly assertHeld: () => Promise<void>;
}

/**
 * Runs `work` while holding a lock file. There is one holder at a time among all processes that see the folder, including those of other
 * containers, whose process IDs are meaningless here, and of other machines. The lock of a dead process is taken over.
 * @throws ReleaseError REGISTRY_BUSY after 20 s in which the lock did not change hands
 */
export async function withLock<T>(path: string, work: (lock: HeldLock) => Promise<T>, staleMs = STALE_MS): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const me: Owner = { token: randomUUID(), pid: process.pid, scope: await processScope() };
  const [lock, guard] = [new Watch(path, me, staleMs), new Watch(`${path}.guard`, me, staleMs)];
  const unchanged = new Unchanged();
  while (!(await acquire(path, me))) {
    await removeIfAbandoned(path, me, lock, guard);
    if (unchanged.look((await ownerOf(path))?.token ?? '') > WAIT_MS) {
      throw new ReleaseError('REGISTRY_BUSY', `another command holds ${path}; wait, or remove the file if none is running`);
    }
    await sleep(POLL_MS);
  }
  const isHeld = async (): Promise<boolean> => (await ownerOf(path))?.token === me.token;
  const assertHeld = async (): Promise<void> => {
    if (!(await isHeld())) {
      throw new ReleaseError(
        'REGISTRY_BUSY',
        `this command sent no heartbeat for too long, and another one took over ${path}; run it again`,
      );
    }
  };
  const stopBeating = await startBeating(path);
  try {
    return await work({ assertHeld });
  } finally {
    await stopBeating();
    if (await isHeld()) await rm(path, { force: true });
  }
}
