import { expect, type APIRequestContext } from '@playwright/test';

const ANSWERS = {
  beef: ['/api/weekly-beef-report', '/api/price-history?commodity=beef&region=NATIONAL'],
  egg: ['/api/weekly-egg-report', '/api/price-history?commodity=egg&region=NATIONAL'],
  reports: ['/api/usda-reports'],
} as const;
type PriceKind = keyof typeof ANSWERS;
export const PRICE_KINDS = ['beef', 'egg', 'reports'] as const satisfies readonly PriceKind[];

/**
 * Asks the site's server without the page. A server closes a connection that was idle for some seconds; where that meets a request, it
 * is sent again, as browsers do.
 */
export const ask = (request: APIRequestContext, url: string) => request.get(url, { timeout: 0, maxRetries: 3 });

/**
 * Waits until the API has a stored copy of what a price page asks for. Until then it reads the source while the visitor waits, and
 * answers 504 after 8 s of real time: on a loaded machine the first visitor of a fresh server would see the failed state.
 */
export async function waitForPrices(request: APIRequestContext, kind: PriceKind, siteUrl = ''): Promise<void> {
  for (const path of ANSWERS[kind]) {
    await expect.poll(async () => (await ask(request, siteUrl + path)).status(), path).toBe(200);
  }
}
