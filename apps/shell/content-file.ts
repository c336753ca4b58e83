import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import * as v from 'valibot';

/** A mistake in the owner's content. The build prints what `inspect` returns: one sentence, because our stack trace helps nobody. */
export class ContentError extends Error {
  [inspect.custom](): string {
    return this.message;
  }
}

/** Edit distance: letters to replace, insert or delete to turn one word into the other. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, wanted] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const lettersOf = (key: string) => key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** True for misspellings of a key, such as `startdate`, `start_date` and `startDat` for `startDate`. */
function isMeant(written: string, key: string): boolean {
  const edits = editsBetween(lettersOf(written), lettersOf(key));
  return edits <= 2 && edits * 2 < key.length;
}

/** Each mistake with its field; a misspelled key is listed once, with its spelling and the likely one. */
function problemsOf(issues: readonly v.BaseIssue<unknown>[]): string[] {
  const misspelled = new Set<string>();
  return issues.flatMap((issue) => {
    const field = v.getDotPath(issue) ?? '(whole file)';
    const last = issue.path?.at(-1);
    if (last?.type !== 'object' || last.origin !== 'key') return `${field}: ${issue.message}`;
    if (issue.expected === 'never') return misspelled.has(field) ? [] : `${field}: unknown key`;
    const key = String(last.key);
    const written = Object.keys(last.input).find((other) => isMeant(other, key));
    if (written === undefined) return `${field}: is missing`;
    const place = field.slice(0, field.length - key.length) + written;
    misspelled.add(place);
    return `${place}: unknown key, did you mean "${key}"?`;
  });
}

/** @throws ContentError naming the file and every wrong field */
export function parseContent<S extends v.GenericSchema>(schema: S, text: string, file: string): v.InferOutput<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ContentError(`${file} is not JSON: ${(cause as Error).message}`, { cause });
  }
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw new ContentError(`${file}: ${problemsOf(result.issues).join('; ')}`);
}

/** Every picture that the content names, with its field: strings under `image`, and lists of them under `images`. */
function* picturesIn(value: unknown, field = ''): Generator<readonly [field: string, picture: string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const place = field ? `${field}.${key}` : key;
    if (typeof inner !== 'string') yield* picturesIn(inner, place);
    else if (key === 'image' || /(^|\.)images$/.test(field)) yield [place, inner];
  }
}

/** A picture in the content folder; pictures elsewhere have a URL and are not checked. */
const isOnThisSite = (picture: string) => /^\/(?!\/)/.test(picture);
const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** @throws ContentError naming the file and the field of every mistake, including missing pictures */
export function readContent<S extends v.GenericSchema>(schema: S, folder: string, name: string): v.InferOutput<S> {
  const file = `apps/shell/content/${name}`;
  const content = parseContent(schema, readFileSync(join(folder, name), 'utf8'), file);
  const missing = [...picturesIn(content)].filter(
    ([, picture]) => isOnThisSite(picture) && !isFile(join(folder, 'public', picture)),
  );
  if (missing.length === 0) return content;
  const problems = missing.map(([field, picture]) => `${field}: picture not found: apps/shell/content/public${picture}`);
  throw new ContentError(`${file}: ${problems.join('; ')}`);
}
