import { createHash } from 'node:crypto';

/**
 * The unique text of a value for signatures and digests: OLPC canonical JSON, as The Update Framework uses it. Names are sorted, only
 * quote and backslash are escaped, and numbers are whole.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return `"${value.replace(/[\\"]/g, '\\$&')}"`;
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new Error(`canonical JSON has whole numbers only, not ${value}`);
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new Error(`canonical JSON has no ${typeof value}`);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${canonicalJson(name)}:${canonicalJson(field)}`).join(',')}}`;
}

/** sha384 of a value's canonical text, in hex. */
export const digestOf = (value: unknown): string => createHash('sha384').update(canonicalJson(value)).digest('hex');
