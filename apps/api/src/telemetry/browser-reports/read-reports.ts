import type { RequestHandler } from 'express';
import { HttpError } from '../../http/app-error.ts';
import { readBody } from '../../http/read-body.ts';
import { hasBody } from '../../http/request-guards.ts';

/** Of the Reporting API, and of browsers that support only `report-uri`. */
export const REPORT_TYPES = ['application/reports+json', 'application/csp-report'] as const;
/** Further ones are ignored: after a refusal, browsers would send all of them again. */
const MAX_REPORTS = 20;

const wrong = (details: string): HttpError => new HttpError('INVALID_BODY', 'no reports', {}, details);

/** Converts a report from the older format to the newer one. Its fields keep their names. */
function fromOlder(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || !('csp-report' in value))
    throw wrong('the body must be an object with csp-report');
  return [{ type: 'csp-violation', body: value['csp-report'] }];
}

/**
 * Reads a body with reports in either format into a list.
 * @throws HttpError UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, INVALID_JSON, INVALID_BODY
 */
export function readReports(maxBytes: number): RequestHandler {
  return async (request, _response, next) => {
    if (hasBody(request)) {
      const type = request.is([...REPORT_TYPES]);
      if (!type)
        throw new HttpError('UNSUPPORTED_MEDIA_TYPE', 'body is not a report', {}, 'The body must contain browser reports.');
      const text = new TextDecoder().decode(Buffer.concat(await readBody(request, { maxBytes })));
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch {
        throw new HttpError('INVALID_JSON', 'not JSON');
      }
      request.body = type === 'application/csp-report' ? fromOlder(value) : value;
    }
    next();
  };
}

/** The reports in a request's body. @throws HttpError INVALID_BODY */
export function reportsOf(body: unknown): readonly unknown[] {
  if (!Array.isArray(body) || body.length === 0) throw wrong('the body must be a list of reports');
  return body.slice(0, MAX_REPORTS);
}
