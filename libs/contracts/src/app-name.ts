import * as v from 'valibot';

/**
 * `shell`, or a remote's folder name. Names that every object inherits, such as "constructor", are refused: a lookup by one of them
 * would find a function where an app's entry is expected.
 */
export const AppNameSchema = v.pipe(
  v.string(),
  v.maxLength(60),
  v.regex(/^[a-z][a-z0-9-]*$/, "must be the remote's folder name"),
  v.check((name) => !(name in Object.prototype), 'must not be a name that every object has'),
);
