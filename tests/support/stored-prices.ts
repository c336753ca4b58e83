import type { APIRequestContext } from '@playwright/test';

/** Addresses of the API that return 200 once it has stored what the price pages request. */
export const PRICE_ADDRESSES = [
  '/api/weekly-beef-report',
  '/api/price-history?commodity=beef&region=NATIONAL',
  '/api/weekly-egg-report',
  '/api/price-history?commodity=egg&region=NATIONAL',
  '/api/usda-reports',
];

/**
 * Sends a request to the site's server without the page. A server closes connections that have been idle for some seconds; a
 * request sent at that moment is retried, as in browsers.
 */
export const ask = (request: APIRequestContext, url: string) => request.get(url, { timeout: 0, maxRetries: 3 });
