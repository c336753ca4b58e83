import { QueryFailedError } from 'typeorm';
import { HttpError } from './app-error.ts';
import type { HttpErrorCode } from './problem-table.ts';

const BUSY = new Set(['SQLITE_BUSY', 'SQLITE_LOCKED', '55P03', '57014', '40001', '40P01']);
/** The process, or the machine, has no file descriptor left: the next request that ends gives one back. */
const NO_DESCRIPTOR = new Set(['EMFILE', 'ENFILE']);
const FULL = new Set(['SQLITE_FULL', '53100', 'ENOSPC']);
/** PostgreSQL restarts, or its address does not answer. */
const AWAY = /^(?:57P0[123]|08\d{3}|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/;

function driverCode(error: unknown): string {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}

/** What an error of the database or the file system means for the client; null: neither waiting nor free space would help. */
export function databaseProblem(error: unknown): HttpErrorCode | null {
  const code = driverCode(error);
  if (BUSY.has(code) || NO_DESCRIPTOR.has(code) || AWAY.test(code)) return 'BUSY';
  if (FULL.has(code)) return 'STORAGE_FULL';
  return /Connection terminated|timeout exceeded when trying to connect/i.test(error instanceof Error ? error.message : '')
    ? 'BUSY'
    : null;
}

/** What the database says of what it was asked; `EPIPE` and its like, which have no digit, are the connection's. */
const SAID_BY_DATABASE = /^(?:SQLITE_|(?=.*\d)[0-9A-Z]{5}$)/;
/** Codes after which it is not known whether what was asked was done. */
const UNCERTAIN = /^(?:08\d{3}|57P0\d|40003|SQLITE_IOERR)/;

/**
 * Returns true if the database itself says that it did not do what it was asked. Anything else, such as a broken connection, leaves that
 * open: it may have been done, or be done a moment later.
 */
export function isRefusedByDatabase(error: unknown): boolean {
  const code = driverCode(error);
  return error instanceof QueryFailedError && SAID_BY_DATABASE.test(code) && !UNCERTAIN.test(code);
}

/** An error after which it is not known whether the work was done, as one that asks for the same again: 503. Others are answered as they are. */
export function askAgain(error: unknown): unknown {
  if (databaseProblem(error) !== null || !UNCERTAIN.test(driverCode(error))) return error;
  return new HttpError('BUSY', `in doubt (${driverCode(error)}): ${error instanceof Error ? error.message : String(error)}`);
}
