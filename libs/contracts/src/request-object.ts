import * as v from 'valibot';

const UNKNOWN = 'this route has no such parameter';

/** The message of a field's own schema, so that a missing field has the same message as an invalid one. */
const messageOf = (schema: v.GenericSchema | undefined): string | undefined =>
  schema && 'message' in schema && typeof schema.message === 'string' ? schema.message : undefined;

/**
 * An object that may have these fields and no others. The entries have no prototype, because a lookup by a name that every object has,
 * such as `constructor`, would otherwise find an entry and let the field through.
 */
export function requestObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  const own: Entries = Object.assign(Object.create(null), entries);
  return v.strictObject(own, (issue) => {
    if (issue.expected === 'never') return UNKNOWN;
    const key = issue.path?.at(-1)?.key;
    return (typeof key === 'string' && messageOf(entries[key])) || `${String(key ?? 'the body')} is missing`;
  });
}

/**
 * A calendar day. Stricter than ISO 8601, which also writes days as 2026-W40-1 and 2026-257, and than the pattern YYYY-MM-DD, which
 * allows February 31.
 */
export function isCalendarDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}
