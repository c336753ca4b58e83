import * as v from 'valibot';
import { AppNameSchema } from './app-name.ts';
import { ReleaseIdSchema } from './release.ts';
import { requestObject } from './request-object.ts';
import { MAX_MESSAGE_LENGTH } from './short-message.ts';

/**
 * A stack frame in a script of this site; line and column are counted from 1, as in browsers. A report contains no other address,
 * and none with a query.
 */
const FRAME =
  /^\/r\/[a-z][a-z0-9-]{0,59}\/\d+\.\d+\.\d+-[0-9a-f]{12}\/(?:[\w-][\w.~-]*\/)*[\w-][\w.~-]*\.js:[1-9]\d{0,6}:[1-9]\d{0,6}$/;

/**
 * Body of `POST /api/errors`: an uncaught error, or one that prevented a remote's page from being shown. Nothing in it
 * identifies the visitor.
 */
export const ErrorReportSchema = requestObject({
  /** The token that the document came with, in its `Server-Timing` header. */
  token: v.pipe(v.string(), v.regex(/^[\w.-]{40,100}$/, "token must be a document's token")),
  /** The app whose code failed, and its release. */
  app: AppNameSchema,
  release: ReleaseIdSchema,
  /** The class of the error. */
  name: v.pipe(v.string(), v.regex(/^[A-Za-z]\w{0,59}$/, 'must be the name of a class')),
  message: v.pipe(v.string(), v.maxLength(MAX_MESSAGE_LENGTH)),
  /** Innermost first, as `/r/<app>/<release>/<file>.js:<line>:<column>`. */
  frames: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(300), v.regex(FRAME, 'must be a position in a script of this site'))),
    v.maxLength(20),
  ),
});
export type ErrorReport = v.InferOutput<typeof ErrorReportSchema>;
