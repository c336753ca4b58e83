import type { APIRequestContext } from '@playwright/test';

/** Addresses of the API that return 200 once it has stored what the price pages ask for. */
export const PRICE_ADDRESSES = [
  '/api/weekly-beef-report',
  '/api/price-history?commodity=beef&region=NATIONAL',
  '/api/weekly-egg-report',
  '/api/price-history?commodity=egg&region=NATIONAL',
  '/api/usda-reports',
];

/**
 * Asks the site's server without the page. A server closes a connection that was idle for some seconds; where that meets a request, it
 * is sent again, as browsers do.
 */
export const ask = (request: APIRequestContext, url: string) => request.get(url, { timeout: 0, maxRetries: 3 });
