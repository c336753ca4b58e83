import type { Request } from 'express';
import { allowedMethods } from './allowed-methods.ts';
import { HttpError } from './app-error.ts';

/** What a request deserves that no route took: 405 where another method would do, else 404. */
export function refusalOf(request: Request): HttpError {
  const allowed = allowedMethods(request);
  // A route that took the method and found nothing is not there either.
  if (allowed === null || allowed.split(', ').includes(request.method)) return new HttpError('NOT_FOUND', 'no such route');
  return new HttpError('METHOD_NOT_ALLOWED', 'no such method here', { Allow: allowed });
}
