import { UnitOfWork } from '../database/unit-of-work.ts';
import { aDatabase } from '../test-support/a-database.ts';
import { DailyEntryEntity } from './daily-entry.entity.ts';
import { DailyEntryRepository } from './daily-entry.repository.ts';

const DAY = '2026-11-22';

async function aBoard() {
  const { database } = await aDatabase();
  const board = new DailyEntryRepository(database.getRepository(DailyEntryEntity), new UnitOfWork(database));
  const add = (n: number, change: { score?: number; shots?: number; day?: string } = {}) =>
    board.add({ day: DAY, initials: 'ACE', score: n, shots: 10, run: `run${n}`, runHash: n, createdAt: n, ...change });
  return { board, add };
}

test('the higher score comes first, then fewer shots, then the earlier entry', async () => {
  const { board, add } = await aBoard();
  for (const [n, score, shots] of [
    [1, 5, 10],
    [2, 6, 20],
    [3, 6, 19],
    [4, 6, 19],
  ] as const)
    await add(n, { score, shots });
  expect((await board.best(DAY, 3)).map(({ run }) => run)).toEqual(['run3', 'run4', 'run2']);
});

test('keeps a hundred entries a day: a better one replaces the last, a worse one gets no rank', async () => {
  const { board, add } = await aBoard();
  for (let n = 1; n <= 100; n += 1) await add(n);
  expect(await add(0)).toMatchObject({ place: null });
  expect(await add(200)).toMatchObject({ place: 1 });
  const kept = await board.best(DAY, 200);
  expect([kept.length, kept.at(-1)?.run]).toEqual([100, 'run2']);
});

test('if two requests send the same run at once, one is entered', async () => {
  const { board, add } = await aBoard();
  const both = await Promise.all([add(7), add(7)]);
  expect([both.filter((one) => one === undefined).length, (await board.best(DAY, 9)).length]).toEqual([1, 1]);
});

test('deletes entries before a given day', async () => {
  const { board, add } = await aBoard();
  await add(1, { day: '2026-10-01' });
  await add(2);
  await board.forgetBefore('2026-10-23');
  expect([(await board.best('2026-10-01', 9)).length, (await board.best(DAY, 9)).length]).toEqual([0, 1]);
});
