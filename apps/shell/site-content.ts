import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Plugin } from 'vite';

const Text = v.pipe(
  v.string('must be a text'),
  v.trim(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(120, 'must be at most 120 characters'),
);

const AnalyticsSchema = v.strictObject({
  kind: v.literal('beacon', 'must be "beacon"'),
  endpoint: v.pipe(v.string('must be a path'), v.regex(/^\/(?!\/)/, 'must be a path on this site, such as /api/telemetry')),
});

const SiteContentSchema = v.strictObject({
  ownerName: Text,
  /** Stands below the name on the home page; an empty text leaves it out. */
  subtitle: v.pipe(v.string('must be a text'), v.maxLength(160, 'must be at most 160 characters')),
  /** null: nothing is sent to anybody. */
  analytics: v.nullable(AnalyticsSchema),
});

export type SiteContent = v.InferOutput<typeof SiteContentSchema>;

/** @throws Error naming the file and every wrong field */
export function parseSiteContent(text: string, file: string): SiteContent {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not JSON: ${(cause as Error).message}`, { cause });
  }
  const result = v.safeParse(SiteContentSchema, value);
  if (result.success) return result.output;
  const problems = result.issues.map((issue) => `${v.getDotPath(issue) ?? '(whole file)'}: ${issue.message}`);
  throw new Error(`${file}: ${problems.join('; ')}`);
}

/** Stops the build when the owner's words do not fit the pages that show them. */
export function checkedSiteContent(path: string, shownAs: string): Plugin {
  return {
    name: 'checked-site-content',
    buildStart() {
      this.addWatchFile(path);
      parseSiteContent(readFileSync(path, 'utf8'), shownAs);
    },
  };
}
