import { QueryFailedError } from 'typeorm';
import { HttpError } from './app-error.ts';
import { asRetryable, databaseProblem, isRefusedByDatabase } from './database-problem.ts';

const failed = (code: string) => new QueryFailedError('INSERT', [], Object.assign(new Error(`said ${code}`), { code }));

test.each(['SQLITE_CONSTRAINT', 'SQLITE_FULL', '23505', '22P02', 'XX000', '40001'])(
  '%s is a rejection by the database itself',
  (code) => {
    expect(isRefusedByDatabase(failed(code))).toBe(true);
  },
);

test.each(['EPIPE', 'ECONNRESET', 'ETIMEDOUT', '08006', '57P01', '40003', 'SQLITE_IOERR', ''])(
  '%s leaves open whether the work was done',
  (code) => {
    expect(isRefusedByDatabase(failed(code))).toBe(false);
  },
);

test.each(['EPIPE', '08006', '57P01', '57P05', '40003', 'SQLITE_IOERR', 'SQLITE_IOERR_FSYNC'])(
  'a commit left in doubt by %s requests a retry: 503',
  (code) => {
    const error = asRetryable(failed(code));
    expect(error instanceof HttpError ? error.code : databaseProblem(error)).toBe('BUSY');
  },
);

test('an error that no retry can fix is unchanged', () => {
  const bug = new TypeError('a bug');
  expect(asRetryable(bug)).toBe(bug);
});
