import type { SiteContent } from '../../site-content.ts';
import { createAnalytics, GA4_ORIGIN, silentAnalytics, type AnalyticsTransport, type SiteAnalytics } from './analytics.ts';

/** The part of `navigator` that analytics uses. */
export interface Visitor {
  readonly doNotTrack?: string | null;
  readonly globalPrivacyControl?: boolean;
  sendBeacon(url: string, body?: Blob): boolean;
}

/** Returns true if the visitor's browser asks not to be tracked. */
export const optsOut = ({ doNotTrack, globalPrivacyControl }: Pick<Visitor, 'doNotTrack' | 'globalPrivacyControl'>) =>
  doNotTrack === '1' || globalPrivacyControl === true;

function beaconTo(endpoint: string, visitor: Visitor): AnalyticsTransport {
  return {
    send(message) {
      visitor.sendBeacon(endpoint, new Blob([JSON.stringify(message)], { type: 'application/json' }));
    },
  };
}

/** Origins that pages must be allowed to connect to, besides this site. */
export const analyticsOrigins = (configured: SiteContent['analytics']): readonly string[] =>
  configured?.kind === 'ga4' ? [GA4_ORIGIN] : [];

function transportFor(configured: NonNullable<SiteContent['analytics']>, visitor: Visitor): AnalyticsTransport {
  if (configured.kind === 'beacon') return beaconTo(configured.endpoint, visitor);
  const [first, second] = crypto.getRandomValues(new Uint32Array(2));
  const { measurementId } = configured;
  const loading = import('./ga4.ts').then(({ ga4 }) =>
    ga4({
      measurementId,
      origin: location.origin,
      visit: `${first}.${second}`,
      sendBeacon: (url) => visitor.sendBeacon(url),
    }),
  );
  return {
    send(message) {
      // If its code does not load, the visit is not counted; nothing else is affected.
      void loading.then((transport) => transport.send(message)).catch(() => {});
    },
  };
}

/** Silent unless the site names a service and the visitor has not opted out. */
export function siteAnalytics(configured: SiteContent['analytics'], visitor: Visitor): SiteAnalytics {
  if (!configured || optsOut(visitor)) return silentAnalytics;
  return createAnalytics(transportFor(configured, visitor));
}
