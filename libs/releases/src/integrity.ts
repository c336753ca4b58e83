import { createHash } from 'node:crypto';

/** Subresource-integrity value of some bytes. */
export function integrityOf(bytes: Buffer | string): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
