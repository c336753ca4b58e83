import * as v from 'valibot';

/**
 * An object in a document that is stored and read again, perhaps by an earlier version than the one that wrote it: fields that this
 * version does not know are kept, so that the site can be rolled back to it (decision 0102). Typed as if there were none.
 */
export const storedObject = <const Entries extends v.ObjectEntries>(entries: Entries): v.StrictObjectSchema<Entries, undefined> =>
  v.looseObject(entries) as unknown as v.StrictObjectSchema<Entries, undefined>;
