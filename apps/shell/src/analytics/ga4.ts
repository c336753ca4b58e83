import { GA4_ORIGIN, type AnalyticsTransport } from './analytics.ts';

interface Ga4Visit {
  readonly measurementId: string;
  /** Origin of this site. */
  readonly origin: string;
  /** Identifies the visit of this page load. It is not stored, so the next visit cannot be linked to it. */
  readonly visit: string;
  sendBeacon(url: string): boolean;
}

/**
 * Sends to the endpoint of Google's own script. The script itself is not loaded: it sets cookies, and would need a policy that lets
 * third-party code run on every page.
 */
export function ga4({ measurementId, origin, visit, sendBeacon }: Ga4Visit): AnalyticsTransport {
  let page = { path: '/', title: '' };
  let sequence = 0;
  return {
    send(message) {
      if (message.type === 'page_view') page = message;
      const fields = new URLSearchParams({
        v: '2',
        tid: measurementId,
        cid: visit,
        sid: visit.split('.')[0] ?? visit,
        _s: String(++sequence),
        // No advertising features, no personal profile.
        npa: '1',
        dma: '0',
        dl: origin + page.path,
        dt: page.title,
        en: message.type === 'page_view' ? 'page_view' : message.category,
      });
      if (message.type === 'event') {
        fields.set('ep.label', message.label);
        if (message.value !== undefined) fields.set('epn.value', String(message.value));
      }
      sendBeacon(`${GA4_ORIGIN}/g/collect?${fields.toString()}`);
    },
  };
}
