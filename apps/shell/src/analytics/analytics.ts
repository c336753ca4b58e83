import type { Analytics } from '@site/host';

type AnalyticsMessage =
  | { readonly type: 'page_view'; readonly path: string; readonly title: string }
  | { readonly type: 'event'; readonly category: string; readonly label: string; readonly value?: number };

/** One analytics service. */
export interface AnalyticsTransport {
  send(message: AnalyticsMessage): void;
}

export interface SiteAnalytics extends Analytics {
  pageView(path: string, title: string): void;
  /** The page has loaded: queued messages are sent, and later ones are sent immediately. */
  ready(): void;
}

export const GA4_ORIGIN = 'https://www.google-analytics.com';

/** More than a visitor can cause before the page has loaded; further messages are dropped. */
const MAX_QUEUED = 50;

export const silentAnalytics: SiteAnalytics = { event: () => {}, pageView: () => {}, ready: () => {} };

/** Sends messages to one service, but none before the page has loaded. */
export function createAnalytics(transport: AnalyticsTransport): SiteAnalytics {
  let queue: AnalyticsMessage[] | undefined = [];
  const send = (message: AnalyticsMessage) => {
    if (!queue) transport.send(message);
    else if (queue.length < MAX_QUEUED) queue.push(message);
  };
  return {
    pageView: (path, title) => send({ type: 'page_view', path, title }),
    event: (category, label, value) => send({ type: 'event', category, label, ...(value === undefined ? {} : { value }) }),
    ready() {
      const messages = queue ?? [];
      queue = undefined;
      for (const message of messages) transport.send(message);
    },
  };
}
