import { QueryFailedError } from 'typeorm';
import { HttpError } from './app-error.ts';
import type { HttpErrorCode } from './problem-table.ts';

const BUSY = new Set(['SQLITE_BUSY', 'SQLITE_LOCKED', '55P03', '57014', '40001', '40P01']);
/** The process, or the machine, has no file descriptors left: one is freed when the next request ends. */
const NO_DESCRIPTOR = new Set(['EMFILE', 'ENFILE']);
const FULL = new Set(['SQLITE_FULL', '53100', 'ENOSPC']);
/** PostgreSQL is restarting, or its address does not respond. */
const UNREACHABLE = /^(?:57P0[123]|08\d{3}|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/;

function driverCode(error: unknown): string {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}

/** What an error from the database or the file system means for the client; null if neither waiting nor free space would help. */
export function databaseProblem(error: unknown): HttpErrorCode | null {
  const code = driverCode(error);
  if (BUSY.has(code) || NO_DESCRIPTOR.has(code) || UNREACHABLE.test(code)) return 'BUSY';
  if (FULL.has(code)) return 'STORAGE_FULL';
  return /Connection terminated|timeout exceeded when trying to connect/i.test(error instanceof Error ? error.message : '')
    ? 'BUSY'
    : null;
}

/** Codes of the database itself; those without a digit, such as `EPIPE`, come from the connection. */
const SAID_BY_DATABASE = /^(?:SQLITE_|(?=.*\d)[0-9A-Z]{5}$)/;
/** Codes after which it is unknown whether the statement was executed. */
const UNCERTAIN = /^(?:08\d{3}|57P0\d|40003|SQLITE_IOERR)/;

/**
 * Returns true if the database itself says that it did not execute the statement. Anything else, such as a broken connection, leaves that
 * open: it may have been executed, or be executed a moment later.
 */
export function isRefusedByDatabase(error: unknown): boolean {
  const code = driverCode(error);
  return error instanceof QueryFailedError && SAID_BY_DATABASE.test(code) && !UNCERTAIN.test(code);
}

/** Turns an error that leaves open whether the work was done into a 503, which requests a retry. Other errors are unchanged. */
export function asRetryable(error: unknown): unknown {
  if (databaseProblem(error) !== null || !UNCERTAIN.test(driverCode(error))) return error;
  return new HttpError('BUSY', `in doubt (${driverCode(error)}): ${error instanceof Error ? error.message : String(error)}`);
}
