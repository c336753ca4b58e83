import { UnitOfWork } from '../database/unit-of-work.ts';
import { aDatabase } from '../test-support/a-database.ts';
import { DraftSessionEntity } from './draft-session.entity.ts';
import { DraftSessionRepository } from './draft-session.repository.ts';

test('a session ends when the password is changed', async () => {
  const { database, remove } = await aDatabase();
  const sessions = database.getRepository(DraftSessionEntity);
  const units = new UnitOfWork(database);
  const before = new DraftSessionRepository(sessions, { draftPasswordHash: 'hash of the first' }, units);
  const after = new DraftSessionRepository(sessions, { draftPasswordHash: 'hash of the second' }, units);
  const token = await before.open(0);
  expect([await before.isOpen(token, 1), await after.isOpen(token, 1)]).toEqual([true, false]);
  await remove();
});
