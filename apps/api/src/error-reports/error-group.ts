import { createHash } from 'node:crypto';
import type { ErrorReport } from '@site/contracts';

/** A stack frame, as the owner sees it. */
export interface Frame {
  /** Path in the repository, or from `node_modules/` on; for a frame that could not be resolved, the path of the script. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly isResolved: boolean;
}

/** Errors that have the same cause, as far as their stacks tell. */
export interface ErrorGroup {
  readonly id: string;
  readonly app: string;
  readonly name: string;
  /** Of the last report. */
  readonly message: string;
  /** `<file>:<line>` of the innermost frame in the site's own code; empty if the stack has none. */
  readonly place: string;
  readonly frames: readonly Frame[];
}

const isOwn = ({ file, isResolved }: Frame): boolean => isResolved && !file.startsWith('node_modules/');

/** Numbers and addresses differ between errors of the same kind, above all those of releases. */
const kindOf = (message: string): string => message.replaceAll(/https?:\/\/\S+/g, '…').replaceAll(/\d+/g, '0');

/** PostgreSQL rejects NUL, and the other control characters are not readable. */
// oxlint-disable-next-line no-control-regex -- control characters are what it matches
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/g;

export const withoutControls = (text: string): string => text.replaceAll(CONTROL_CHARACTERS, ' ');

/** Queries and fragments of addresses may say something about a visitor. */
const withoutQueries = (message: string): string => message.replaceAll(/(https?:\/\/[^\s?#]+)[?#]\S*/g, '$1');

/** The group of an error: by app, class and the innermost frame in the site's own code or, without such a frame, the message. */
export function groupOf(
  { app, name, message }: Pick<ErrorReport, 'app' | 'name' | 'message'>,
  frames: readonly Frame[],
): ErrorGroup {
  const text = withoutQueries(withoutControls(message));
  const own = frames.find(isOwn);
  const place = own ? `${own.file}:${own.line}` : '';
  const key = JSON.stringify([app, name, place === '' ? kindOf(text) : place]);
  // Two processes that see the same error must find the same row.
  const id = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return { id, app, name, message: text, place, frames };
}
