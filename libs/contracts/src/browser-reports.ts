import * as v from 'valibot';
import { requestObject } from './request-object.ts';

/** Query of `POST /api/browser-reports`, as in the documents' headers. */
export const BrowserReportsQuerySchema = requestObject({
  /** The document's set of releases, as in its `X-Release-Set` header. */
  set: v.optional(v.pipe(v.string('set may be given only once'), v.maxLength(100, 'set must have at most 100 characters'))),
});
