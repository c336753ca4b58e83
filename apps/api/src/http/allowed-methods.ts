import type { Request } from 'express';

/** A route that answers this many methods refuses them all. */
const REFUSES_EVERYTHING = 10;

interface RouteLayer {
  readonly route: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

function isRouteLayer(layer: unknown): layer is RouteLayer {
  return typeof layer === 'object' && layer !== null && 'route' in layer && layer.route !== undefined;
}

/** Methods that the address of a request understands, as the header Allow wants them; null for an address nobody knows. */
export function allowedMethods(request: Request): string | null {
  const isApi = /^\/api(\/|$)/.test(request.path);
  const stack: readonly unknown[] = request.app.router.stack;
  const allowed = new Set<string>();
  for (const layer of stack.filter(isRouteLayer)) {
    const methods = Object.keys(layer.route.methods);
    // The pages' route matches every path, and answers none under /api.
    const isPages = layer.route.path.includes('{*');
    if (methods.length >= REFUSES_EVERYTHING || (isApi && isPages)) continue;
    if (layer.match(request.path)) methods.forEach((method) => allowed.add(method.toUpperCase()));
  }
  if (allowed.has('GET')) allowed.add('HEAD');
  return allowed.size > 0 ? [...allowed].sort().join(', ') : null;
}
