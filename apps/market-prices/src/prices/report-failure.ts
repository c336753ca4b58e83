import { RequestError } from '@site/host';
import { readErrorBody } from '../connection/error-body.ts';

const GENERAL = 'Failed to fetch report data';

/** Eggs: the status if the server responded, otherwise the generic message. */
export function eggFailure(error: unknown): string {
  return error instanceof RequestError ? `Failed to fetch report: ${error.status}` : GENERAL;
}

/** Beef: the server's message, its details, and whether a key is configured. */
export function beefFailure(error: unknown): string {
  if (!(error instanceof RequestError)) return error instanceof Error && error.message ? error.message : GENERAL;
  const body = readErrorBody(error.body);
  const message = typeof body.error === 'string' && body.error ? body.error : `Failed to fetch report: ${error.status}`;
  const details = typeof body.details === 'string' && body.details ? ` - ${body.details}` : '';
  return `${message}${details}${body.apiKeyConfigured === false ? ' (API key not configured)' : ''}`;
}

export type Requested = 'price report' | 'report' | 'list of reports';

/** Explains to the visitor what a failure means. A chart that another site frames has no other pages. */
export function failureHint(error: unknown, requested: Requested, isEmbedded = false): string {
  if (error instanceof RequestError) {
    return `This site’s server could not provide the ${requested === 'list of reports' ? 'list' : 'report'}.${isEmbedded ? '' : ' The other pages still work.'}`;
  }
  if (error instanceof TypeError) return 'No response. Check the connection, then try again.';
  return `The response was not a ${requested}. Trying again later may help.`;
}
