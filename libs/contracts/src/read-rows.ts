import * as v from 'valibot';

/** The parts of a response that a reader could not use, because the server is older or newer than the reader. */
export interface LeftOut {
  /** Number of rows that lack a field without a fallback. */
  readonly rows: number;
  /** Fields that rows lacked, or had in a form unknown to this reader; they count as not stated. */
  readonly missing: readonly string[];
  /** Fields that this reader does not know. */
  readonly unknown: readonly string[];
}

/** Everything was read. */
export const NOTHING_LEFT_OUT: LeftOut = { rows: 0, missing: [], unknown: [] };

/** Combines what was left out of several lists of one response. */
export function joinLeftOut(parts: readonly LeftOut[]): LeftOut {
  return {
    rows: parts.reduce((sum, { rows }) => sum + rows, 0),
    missing: [...new Set(parts.flatMap(({ missing }) => missing))],
    unknown: [...new Set(parts.flatMap(({ unknown }) => unknown))],
  };
}

type Entries = v.ObjectEntries;
type Row<E extends Entries> = v.InferOutput<v.ObjectSchema<E, undefined>>;

/** True for an object that is not a list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads what can be read: an unknown field is left out, a missing one takes its fallback, and a row is left out only if it lacks
 * a field without a fallback.
 */
export function readRows<const E extends Entries>(
  schema: v.ObjectSchema<E, undefined>,
  fallbacks: Partial<Row<E>>,
  values: readonly unknown[],
): { readonly rows: Row<E>[]; readonly leftOut: LeftOut } {
  const rows: Row<E>[] = [];
  const missing = new Set<string>();
  const unknown = new Set<string>();
  for (const value of values) {
    if (!isRecord(value)) continue;
    const whole = v.safeParse(schema, value);
    let row = whole.success ? whole.output : null;
    if (!whole.success) {
      const wrong = new Set(whole.issues.map((issue) => v.getDotPath(issue)?.split('.')[0] ?? ''));
      const mended = Object.fromEntries(Object.entries(fallbacks).filter(([field]) => wrong.has(field)));
      const again = v.safeParse(schema, { ...value, ...mended });
      if (!again.success) continue;
      row = again.output;
      for (const field of Object.keys(mended)) missing.add(field);
    }
    if (row === null) continue;
    rows.push(row);
    for (const field of Object.keys(value)) if (!(field in schema.entries)) unknown.add(field);
  }
  return { rows, leftOut: { rows: values.length - rows.length, missing: [...missing], unknown: [...unknown] } };
}
