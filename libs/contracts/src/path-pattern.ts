/** A segment of an address. `%` is not allowed, because values are not escaped. */
const SEGMENT = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/;

const segmentsOf = (path: string): string[] => path.split('/').slice(1);
const isParameter = (segment: string): boolean => segment.startsWith(':');

/** Returns true if the path has a parameter, such as `/projects/usda-reports/:slug`. */
export const isPattern = (path: string): boolean => path.includes('/:');

/** A pattern's parameters at an address, by name; null if it does not match. A path without parameters matches only itself. */
export function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  if (!isPattern(pattern)) return pattern === path ? {} : null;
  const wanted = segmentsOf(pattern);
  const segments = segmentsOf(path);
  if (wanted.length !== segments.length) return null;
  const values: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const value = segments[index] ?? '';
    if (isParameter(segment)) {
      if (!SEGMENT.test(value)) return null;
      values[segment.slice(1)] = value;
    } else if (segment !== value) return null;
  }
  return values;
}

/**
 * The route for an address, or for a route's own path (such as `/reports/:slug`): the one with exactly this path, or else the one whose
 * pattern matches.
 */
export function routeAt<Route extends { readonly path: string }>(routes: readonly Route[], path: string): Route | undefined {
  return routes.find((route) => route.path === path) ?? routes.find((route) => matchPath(route.path, path) !== null);
}

/** Returns true if some address would match both. */
export function pathsOverlap(one: string, other: string): boolean {
  const segments = segmentsOf(one);
  const others = segmentsOf(other);
  if (segments.length !== others.length) return false;
  return segments.every((segment, index) => {
    const opposite = others[index] ?? '';
    return segment === opposite || isParameter(segment) || isParameter(opposite);
  });
}
