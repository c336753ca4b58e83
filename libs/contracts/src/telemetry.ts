import * as v from 'valibot';
import { AppNameSchema } from './app-name.ts';
import { ReleaseIdSchema } from './release.ts';
import { requestObject } from './request-object.ts';
import { MAX_MESSAGE_LENGTH } from './short-message.ts';

/** The outcome of a page view: shown; another release took over; the error card; or an uncaught error after it was shown. */
const PAGE_OUTCOMES = ['shown', 'replaced', 'failed', 'error'] as const;
/** resolve: the federation runtime; fetch: the remote's container and routes; init: the page's own module. */
const LOAD_PHASES = ['resolve', 'fetch', 'init', 'render', 'ready'] as const;

const MAX_LOAD_MS = 600_000;

const PageReportSchema = requestObject({
  /** `shell`, or a remote's name. */
  app: AppNameSchema,
  /** The release that was requested, even if another took over. */
  release: ReleaseIdSchema,
  /** As the release's contract states it; never what a visitor typed. */
  path: v.pipe(v.string(), v.maxLength(200)),
  outcome: v.picklist(PAGE_OUTCOMES),
  /** The step that was reached. */
  phase: v.picklist(LOAD_PHASES),
  /** Milliseconds from the navigation or the click to the outcome; for an error, to the error. */
  ms: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_LOAD_MS)),
  /** The browser's error message; null for a page that was shown. */
  message: v.nullable(v.pipe(v.string(), v.maxLength(MAX_MESSAGE_LENGTH))),
});

/** Body of `POST /api/telemetry`. */
export const PageReportsSchema = requestObject({ reports: v.pipe(v.array(PageReportSchema), v.minLength(1), v.maxLength(20)) });

export type PageOutcome = (typeof PAGE_OUTCOMES)[number];
export type LoadPhase = (typeof LOAD_PHASES)[number];
export type PageReport = v.InferOutput<typeof PageReportSchema>;
export type PageReports = v.InferOutput<typeof PageReportsSchema>;
