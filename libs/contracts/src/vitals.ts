import * as v from 'valibot';
import { AppNameSchema } from './app-name.ts';
import { ReleaseIdSchema } from './release.ts';
import { requestObject } from './request-object.ts';

/** Kinds of devices, by their pointer and the width of their screen. */
export const DEVICES = ['phone', 'tablet', 'desktop'] as const;
export type Device = (typeof DEVICES)[number];

const MAX_MS = 600_000;
const MAX_SHIFT = 100;
/** A browser that does not measure this sends null. */
const milliseconds = () => v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_MS)));

/**
 * Body of `POST /api/vitals`: the Core Web Vitals of the page that a document opened with, until the visitor left that page. There is one
 * report for each document, and nothing in it identifies the visitor.
 */
export const VitalsReportSchema = requestObject({
  /** The token that the document came with, in its `Server-Timing` header. */
  token: v.pipe(v.string(), v.regex(/^[\w.-]{40,100}$/, "token must be a document's token")),
  /** The app of the page, and its release. */
  app: AppNameSchema,
  release: ReleaseIdSchema,
  /** As the release's contract states it. */
  path: v.pipe(v.string(), v.maxLength(200)),
  device: v.picklist(DEVICES),
  /** Largest Contentful Paint, Interaction to Next Paint and Time to First Byte, in ms. */
  lcp: milliseconds(),
  inp: milliseconds(),
  ttfb: milliseconds(),
  /** Cumulative Layout Shift, without a unit. */
  cls: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_SHIFT))),
});
export type VitalsReport = v.InferOutput<typeof VitalsReportSchema>;

/** Query of `GET /owner/visitors`. */
export const VisitorsQuerySchema = requestObject({
  device: v.optional(v.picklist(DEVICES, `device must be one of ${DEVICES.join(', ')}`)),
});
