import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Replacement = readonly [pattern: RegExp, text: string];

/** @throws Error when a replacement is not found in the pages' script and in the one that renders on the server */
export async function replaceInScripts(dist: string, replacements: readonly Replacement[]): Promise<void> {
  const scripts = (await readdir(dist, { recursive: true })).filter((name) => /\.m?js$/.test(name));
  const found = replacements.map(() => 0);
  for (const name of scripts) {
    const text = await readFile(join(dist, name), 'utf8');
    const named = replacements.reduce((before, [pattern, replacement], index) => {
      // By a function: in a text of its own `$&` and the like would be taken for what was found.
      const after = before.replace(pattern, () => replacement);
      if (after !== before) found[index] = (found[index] ?? 0) + 1;
      return after;
    }, text);
    if (named !== text) await writeFile(join(dist, name), named);
  }
  if (found.some((count) => count < 2))
    throw new Error(`the content was found in ${found.join(', ')} scripts instead of 2 each, or 3 with the development build`);
}
