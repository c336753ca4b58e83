import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Replacement = readonly [pattern: RegExp, text: string];

/** @throws Error unless each replacement is found both in the pages' script and in the one that renders on the server */
export async function replaceInScripts(dist: string, replacements: readonly Replacement[]): Promise<void> {
  const scripts = (await readdir(dist, { recursive: true })).filter((name) => /\.m?js$/.test(name));
  const found = replacements.map(() => 0);
  for (const name of scripts) {
    const text = await readFile(join(dist, name), 'utf8');
    const replaced = replacements.reduce((before, [pattern, replacement], index) => {
      // A function, because in a string `$&` and the like would be replaced by the match.
      const after = before.replace(pattern, () => replacement);
      if (after !== before) found[index] = (found[index] ?? 0) + 1;
      return after;
    }, text);
    if (replaced !== text) await writeFile(join(dist, name), replaced);
  }
  if (found.some((count) => count < 2))
    throw new Error(`the content was found in ${found.join(', ')} scripts instead of 2 each, or 3 with the development build`);
}
