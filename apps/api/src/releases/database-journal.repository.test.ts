import type { ReleaseError } from '@site/releases';
import { aDatabase } from '../test-support/a-database.ts';
import { DatabaseJournal } from './database-journal.ts';

/** Runs on SQLite, and with `npm run test:scale` on PostgreSQL. */
test('a revision is written once: the second change from the same state is refused, and leaves nothing behind', async () => {
  const { database, remove } = await aDatabase();
  const journals = [1, 2, 3].map(() => new DatabaseJournal(database));
  const outcomes = await Promise.allSettled(
    journals.map((journal, n) => journal.append(1, [{ path: `registry/${n}.json`, text: 'signed' }])),
  );
  const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as ReleaseError).code : 'written'));
  expect(codes.sort()).toEqual(['REGISTRY_BUSY', 'REGISTRY_BUSY', 'written']);
  const journal = new DatabaseJournal(database);
  expect([await journal.head(), await journal.registries(0, 9)]).toEqual([
    1,
    [{ revision: expect.anything(), path: expect.stringMatching(/^registry\/[012]\.json$/), text: 'signed' }],
  ]);
  await remove();
});

test('registries come in the order of their changes, and within one change in the order of their serials', async () => {
  const { database, remove } = await aDatabase();
  const journal = new DatabaseJournal(database);
  const rows = (...serials: number[]) => serials.map((serial) => ({ path: `registry/${serial}.json`, text: 'signed' }));
  await journal.append(1, rows(8, 10, 9));
  // An old registry, as after a restored backup.
  await journal.append(2, rows(7));
  const serials = async (...range: [number, number]) =>
    (await journal.registries(...range)).map(({ path }) => /\d+/.exec(path)?.[0]);
  expect([await serials(0, 2), await serials(0, 1), await serials(1, 2)]).toEqual([
    ['8', '9', '10', '7'],
    ['8', '9', '10'],
    ['7'],
  ]);
  await remove();
});

test('a change whose outcome is unknown is looked up, and made only once', async () => {
  const { database, remove } = await aDatabase();
  const unitOfWork = database.unitOfWork.bind(database);
  const breaks = [true, false];
  database.unitOfWork = async (work) => {
    const [isCommitted] = breaks;
    if (breaks.length > 0) breaks.shift();
    else return unitOfWork(work);
    // The first time the connection breaks after the commit, the second time before it.
    if (isCommitted) await unitOfWork(work);
    throw new Error('Connection terminated unexpectedly');
  };
  const journal = new DatabaseJournal(database);
  await journal.append(1, [{ path: 'r/eggs/0.1.0-aaaaaaaaaaaa', text: null }]);
  expect(breaks).toEqual([]);
  expect((await journal.documents(0)).filter(({ path }) => path !== 'commit')).toHaveLength(1);
  await remove();
});

test('changes run one after the other, and a killed process does not block the next change', async () => {
  const { database, remove } = await aDatabase();
  let [running, most] = [0, 0];
  await Promise.all(
    Array.from({ length: 5 }, () =>
      new DatabaseJournal(database).exclusively(async () => {
        most = Math.max(most, ++running);
        await database.query('SELECT 1');
        running -= 1;
      }),
    ),
  );
  expect(most).toBe(1);
  // What a killed process leaves: a lease that nobody renews.
  await database.query(`INSERT INTO lease (name, holder, expires_at) VALUES ('releases', 'dead', 1)`);
  expect(await new DatabaseJournal(database).exclusively(() => Promise.resolve('done'))).toBe('done');
  await remove();
});
