import type { SiteContent } from '../../site-content.ts';
import { createAnalytics, silentAnalytics, type AnalyticsTransport, type SiteAnalytics } from './analytics.ts';

/** The part of `navigator` that analytics look at. */
export interface Visitor {
  readonly doNotTrack?: string | null;
  readonly globalPrivacyControl?: boolean;
  sendBeacon(url: string, body: Blob): boolean;
}

const objects = ({ doNotTrack, globalPrivacyControl }: Visitor) => doNotTrack === '1' || globalPrivacyControl === true;

function beaconTo(endpoint: string, visitor: Visitor): AnalyticsTransport {
  return {
    send(message) {
      visitor.sendBeacon(endpoint, new Blob([JSON.stringify(message)], { type: 'application/json' }));
    },
  };
}

/** Silent unless the site names a service and the visitor does not object. */
export function siteAnalytics(configured: SiteContent['analytics'], visitor: Visitor): SiteAnalytics {
  if (!configured || objects(visitor)) return silentAnalytics;
  return createAnalytics(beaconTo(configured.endpoint, visitor));
}
