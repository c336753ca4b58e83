import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withLock } from './lock.ts';

/** Above the largest process ID of Linux (2^22). */
const NO_PROCESS = 99_999_999;
const ELSEWHERE = 'another-boot pid:[1]';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A clock that a test moves, and that counts how often it is read. */
function shiftedClock() {
  const now = performance.now.bind(performance);
  const clock = {
    reads: 0,
    aheadMs: 0,
    /** Added at each reading. */
    stepMs: 0,
    /** Waits until it has been read this many times more. */
    async looks(count: number) {
      const end = clock.reads + count;
      while (clock.reads < end) await delay(5);
    },
  };
  performance.now = () => {
    clock.reads += 1;
    clock.aheadMs += clock.stepMs;
    return now() + clock.aheadMs;
  };
  return clock;
}
afterEach(() => Reflect.deleteProperty(performance, 'now'));

test('a holder with a process ID from elsewhere keeps its lock while its heartbeat continues', async () => {
  await writeFile(path, `their-token\n${NO_PROCESS}\n${ELSEWHERE}`);
  let isIn = false;
  const waiting = withLock(path, async () => {
    isIn = true;
  });
  for (let beat = 1; beat <= 20; beat += 1) {
    await utimes(path, beat, beat);
    await delay(10);
  }
  expect([isIn, (await readFile(path, 'utf8')).split('\n')[0]]).toEqual([false, 'their-token']);
  await rm(path);
  await waiting;
  expect(isIn).toBe(true);
});

test('the lock of a holder elsewhere without a heartbeat is taken over', async () => {
  await writeFile(path, `their-token\n${NO_PROCESS}\n${ELSEWHERE}`);
  expect(await withLock(path, () => Promise.resolve('in'), 100)).toBe('in');
});

test('after a pause of the machine, in which nobody could send a heartbeat, the lock is not taken over and the wait is not over', async () => {
  await writeFile(path, `their-token\n${NO_PROCESS}\n${ELSEWHERE}`);
  const clock = shiftedClock();
  let isIn = false;
  const waiting = withLock(path, async () => {
    isIn = true;
  });
  await clock.looks(8);
  clock.aheadMs = 60_000;
  await clock.looks(8);
  expect([isIn, (await readFile(path, 'utf8')).split('\n')[0]]).toEqual([false, 'their-token']);
  await rm(path);
  await waiting;
});

test('a command waits for 20 s of one holder, and longer if the lock changes hands', async () => {
  const clock = shiftedClock();
  // Each look takes a second, so that 20 s are soon over, and heartbeats keep the lock from being taken over.
  clock.stepMs = 1_000;
  let beat = 1;
  const holder = async (token: string) => {
    await writeFile(path, `${token}\n${NO_PROCESS}\n${ELSEWHERE}`);
    await utimes(path, beat, beat);
    beat += 1;
  };
  await holder('first');
  const outcomes: unknown[] = [];
  const waiting = withLock(path, () => Promise.resolve()).catch((error: unknown) => outcomes.push(error));
  for (let change = 0; change < 12; change += 1) {
    await clock.looks(8);
    await holder(`holder ${change}`);
  }
  expect(outcomes).toEqual([]);
  while (outcomes.length === 0) {
    await clock.looks(2);
    await holder('last');
  }
  await waiting;
  expect(outcomes).toMatchObject([{ code: 'REGISTRY_BUSY' }]);
});

test('the lock of a dead process on this machine is taken over immediately', async () => {
  const mine = await withLock(path, () => readFile(path, 'utf8'));
  await writeFile(path, mine.replace(`\n${process.pid}\n`, `\n${NO_PROCESS}\n`));
  expect(await withLock(path, () => Promise.resolve('in'), Infinity)).toBe('in');
});

test('a holder sends heartbeats', async () => {
  await withLock(path, async () => {
    await utimes(path, 1, 1);
    while ((await stat(path)).mtimeMs === 1_000) await delay(20);
    expect((await stat(path)).mtimeMs).toBeGreaterThan(1_000);
  });
});

test('a command that lost its lock gets an error, and does not disturb the new holder', async () => {
  await withLock(path, async ({ assertHeld }) => {
    await assertHeld();
    await writeFile(path, `their-token\n${NO_PROCESS}\n${ELSEWHERE}`);
    await expect(assertHeld()).rejects.toMatchObject({ code: 'REGISTRY_BUSY' });
  });
  expect(await readFile(path, 'utf8')).toContain('their-token');
});
