import * as v from 'valibot';
import { AppNameSchema } from './app-name.ts';
import { ReleaseIdSchema } from './release.ts';
import { requestObject } from './request-object.ts';
import { MAX_MESSAGE_LENGTH } from './short-message.ts';

/**
 * A frame of a stack in a script of this site, as browsers number them: from 1. No other address is part of a report, and none with a query.
 */
const FRAME =
  /^\/r\/[a-z][a-z0-9-]{0,59}\/\d+\.\d+\.\d+-[0-9a-f]{12}\/(?:[\w-][\w.~-]*\/)*[\w-][\w.~-]*\.js:[1-9]\d{0,6}:[1-9]\d{0,6}$/;

/**
 * Body of `POST /api/errors`: an error that nobody caught, or for which a remote's page could not be shown. Nothing in it identifies the
 * visitor.
 */
export const ErrorReportSchema = requestObject({
  /** The token that the document came with, in its `Server-Timing` header. */
  token: v.pipe(v.string(), v.regex(/^[\w.-]{40,100}$/, 'token must be that of a document')),
  /** The app whose code failed, and its release. */
  app: AppNameSchema,
  release: ReleaseIdSchema,
  /** The class of the error. */
  name: v.pipe(v.string(), v.regex(/^[A-Za-z]\w{0,59}$/, 'must be the name of a class')),
  message: v.pipe(v.string(), v.maxLength(MAX_MESSAGE_LENGTH)),
  /** Innermost first, as `/r/<app>/<release>/<file>.js:<line>:<column>`. */
  frames: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(300), v.regex(FRAME, 'must be a place in a script of this site'))),
    v.maxLength(20),
  ),
});
export type ErrorReport = v.InferOutput<typeof ErrorReportSchema>;
