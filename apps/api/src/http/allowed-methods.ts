import type { Request } from 'express';

/** A route that handles this many methods is one that rejects all of them. */
const REFUSES_EVERYTHING = 10;

interface RouteLayer {
  readonly route: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

function isRouteLayer(layer: unknown): layer is RouteLayer {
  return typeof layer === 'object' && layer !== null && 'route' in layer && layer.route !== undefined;
}

/** The methods that a request's address supports, formatted for the Allow header; null for an unknown address. */
export function allowedMethods(request: Request): string | null {
  const isApi = /^\/api(\/|$)/.test(request.path);
  const stack: readonly unknown[] = request.app.router.stack;
  const allowed = new Set<string>();
  for (const layer of stack.filter(isRouteLayer)) {
    const methods = Object.keys(layer.route.methods);
    // The pages' route matches every path, but handles none under /api.
    const isPages = layer.route.path.includes('{*');
    if (methods.length >= REFUSES_EVERYTHING || (isApi && isPages)) continue;
    if (layer.match(request.path)) methods.forEach((method) => allowed.add(method.toUpperCase()));
  }
  if (allowed.has('GET')) allowed.add('HEAD');
  return allowed.size > 0 ? [...allowed].sort().join(', ') : null;
}
