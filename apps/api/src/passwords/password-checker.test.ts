import { parsePasswordHash } from '../config/scrypt-hash.ts';
import { TEST_PASSWORD, TEST_PASSWORD_HASH } from '../test-support/a-password.ts';
import { PasswordChecker, type PasswordQueue } from './password-checker.ts';

let checker: PasswordChecker;
beforeEach(() => {
  checker = new PasswordChecker();
});
afterEach(() => checker.onModuleDestroy());

test('a full queue for one realm makes neither the other realm nor browsers that once knew the password wait for it', async () => {
  const hash = parsePasswordHash(TEST_PASSWORD_HASH);
  if (!hash) throw new Error('not a hash');
  const ended: PasswordQueue[] = [];
  const check = async (queue: PasswordQueue): Promise<void> => {
    expect(await checker.check(TEST_PASSWORD, hash, queue)).toBe(true);
    ended.push(queue);
  };
  const waiting = Array.from({ length: 10 }, () => check('drafts'));
  await expect(check('drafts')).rejects.toMatchObject({ code: 'OVERLOADED' });
  await Promise.all([check('owner'), check('known at owner'), check('known at drafts'), ...waiting]);
  // One at a time, in turn.
  expect(ended.slice(0, 5)).toEqual(['drafts', 'owner', 'known at owner', 'known at drafts', 'drafts']);
});
