/** The characters of an address segment. `%` is not among them, because values are not escaped. */
const WORD = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/;

const wordsOf = (path: string): string[] => path.split('/').slice(1);
const isParameter = (word: string): boolean => word.startsWith(':');

/** Returns true if the path has a parameter, such as `/projects/usda-reports/:slug`. */
export const isPattern = (path: string): boolean => path.includes('/:');

/** The parameters of a pattern at an address, by name; null if the pattern does not match. A path without parameters matches itself. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  if (!isPattern(pattern)) return pattern === path ? {} : null;
  const wanted = wordsOf(pattern);
  const words = wordsOf(path);
  if (wanted.length !== words.length) return null;
  const values: Record<string, string> = {};
  for (const [index, word] of wanted.entries()) {
    const value = words[index] ?? '';
    if (isParameter(word)) {
      if (!WORD.test(value)) return null;
      values[word.slice(1)] = value;
    } else if (word !== value) return null;
  }
  return values;
}

/** The route of an address, or of its own path: the one with exactly this path, or else the one whose pattern matches. */
export function routeAt<Route extends { readonly path: string }>(routes: readonly Route[], path: string): Route | undefined {
  return routes.find((route) => route.path === path) ?? routes.find((route) => matchPath(route.path, path) !== null);
}

/** Returns true if some address would match both. */
export function pathsOverlap(one: string, other: string): boolean {
  const words = wordsOf(one);
  const others = wordsOf(other);
  if (words.length !== others.length) return false;
  return words.every((word, index) => {
    const opposite = others[index] ?? '';
    return word === opposite || isParameter(word) || isParameter(opposite);
  });
}
