import { UnitOfWork } from '../database/unit-of-work.ts';
import { aDatabase } from '../test-support/a-database.ts';
import { SessionEntity } from './session.entity.ts';
import { SessionRepository } from './session.repository.ts';

test('a session ends when the password is changed', async () => {
  const { database, remove } = await aDatabase();
  const sessions = database.getRepository(SessionEntity);
  const units = new UnitOfWork(database);
  const before = new SessionRepository(sessions, { draftPasswordHash: 'hash of the first', ownerPasswordHash: null }, units);
  const after = new SessionRepository(sessions, { draftPasswordHash: 'hash of the second', ownerPasswordHash: null }, units);
  const token = await before.open('drafts', 0);
  expect([await before.isOpen('drafts', token, 1), await after.isOpen('drafts', token, 1)]).toEqual([true, false]);
  await remove();
});

test('a session is valid for one realm, even if both have the same password', async () => {
  const { database, remove } = await aDatabase();
  const config = { draftPasswordHash: 'the same', ownerPasswordHash: 'the same' };
  const sessions = new SessionRepository(database.getRepository(SessionEntity), config, new UnitOfWork(database));
  const [drafts, owner] = [await sessions.open('drafts', 0), await sessions.open('owner', 0)];
  const opened = [
    await sessions.isOpen('drafts', drafts, 1),
    await sessions.isOpen('owner', drafts, 1),
    await sessions.isOpen('drafts', owner, 1),
    await sessions.isOpen('owner', owner, 1),
  ];
  expect(opened).toEqual([true, false, false, true]);
  await remove();
});
