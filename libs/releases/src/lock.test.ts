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
  let isIn = false;
  const waiting = withLock(path, async () => {
    isIn = true;
  });
  await delay(100);
  const now = performance.now.bind(performance);
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  await delay(200);
  clock.mockRestore();
  expect([isIn, (await readFile(path, 'utf8')).split('\n')[0]]).toEqual([false, 'their-token']);
  await rm(path);
  await waiting;
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
