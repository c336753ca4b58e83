import { HttpError } from '../http/app-error.ts';

const PREFIX = 'before ';
/** PostgreSQL's `integer`; it rejects larger numbers. */
const MAX_SEQUENCE = 2_147_483_647;

/** Opaque to clients: its content may change. */
export const makeCursor = (sequence: number): string => Buffer.from(`${PREFIX}${sequence}`).toString('base64url');

/** @throws HttpError INVALID_QUERY for a cursor that was never issued */
export function readCursor(cursor: string): number {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const sequence = /^before (\d{1,15})$/.exec(text)?.[1];
  if (sequence === undefined || Number(sequence) > MAX_SEQUENCE || makeCursor(Number(sequence)) !== cursor) {
    throw new HttpError('INVALID_QUERY', 'broken cursor', {}, 'cursor must be the one from the previous page');
  }
  return Number(sequence);
}
