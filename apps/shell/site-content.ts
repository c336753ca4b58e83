import * as v from 'valibot';

const Text = v.pipe(
  v.string('must be a string'),
  v.trim(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(120, 'must be at most 120 characters'),
);

const BeaconSchema = v.strictObject({
  kind: v.literal('beacon'),
  endpoint: v.pipe(v.string('must be a path'), v.regex(/^\/(?!\/)/, 'must be a path on this site, such as /page-views')),
});

/** Google Analytics 4; `www.google-analytics.com` then learns of every page view. */
const Ga4Schema = v.strictObject({
  kind: v.literal('ga4'),
  measurementId: v.pipe(
    v.string('must be a string'),
    v.regex(/^G-[A-Z0-9]{4,16}$/, 'must be a measurement id such as G-ABC123DEF4'),
  ),
});

const AnalyticsSchema = v.variant('kind', [BeaconSchema, Ga4Schema], 'must be "beacon" or "ga4"');

/** A URL on one of the service's own hosts; any other would mislead visitors. */
const profileOn = (...hosts: string[]) =>
  v.pipe(
    v.string('must be a URL'),
    v.check(
      (text) => {
        const url = URL.canParse(text) ? new URL(text) : undefined;
        return url?.protocol === 'https:' && hosts.includes(url.hostname);
      },
      `must be an https URL on ${hosts.join(' or ')}`,
    ),
  );

export const SiteContentSchema = v.strictObject({
  ownerName: Text,
  /** Shown below the name on the home page; an empty string leaves it out. */
  subtitle: v.pipe(v.string('must be a string'), v.maxLength(160, 'must be at most 160 characters')),
  /** Targets of the three links on the contact page. */
  profiles: v.strictObject({
    linkedin: profileOn('www.linkedin.com', 'linkedin.com'),
    instagram: profileOn('www.instagram.com', 'instagram.com'),
    x: profileOn('x.com', 'www.x.com'),
  }),
  /** null: nothing is sent to anyone. */
  analytics: v.nullable(AnalyticsSchema),
});

export type SiteContent = v.InferOutput<typeof SiteContentSchema>;
