import type { Request } from 'express';
import { allowedMethods } from './allowed-methods.ts';
import { HttpError } from './app-error.ts';

/** The error for a request that no route handled: 405 if another method would work, else 404. */
export function refusalOf(request: Request): HttpError {
  const allowed = allowedMethods(request);
  // If a route supports the method but found nothing, it is also a 404.
  if (allowed === null || allowed.split(', ').includes(request.method)) return new HttpError('NOT_FOUND', 'no such route');
  return new HttpError('METHOD_NOT_ALLOWED', 'no such method here', { Allow: allowed });
}
