const MIN_MS = 1_800;
const MAX_MS = 4_000;
/** The document is small, so its time is mostly latency; the shell's scripts are about as large as a remote's page. */
const DOCUMENT_FACTOR = 10;
const SCRIPTS_FACTOR = 4;

/**
 * How long to wait for a release before another one is requested as well, in milliseconds. It follows from how long the document and
 * the shell's scripts took, so that a slow connection is not mistaken for a release that hangs.
 */
export function fallbackDelay(performance: Pick<Performance, 'getEntriesByType'>): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceResourceTiming[];
  const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name }) => name.includes('/r/shell/') && name.endsWith('.js'))
    .map(({ duration }) => duration);
  const documentMs = page ? page.responseEnd - page.requestStart : 0;
  return Math.min(MAX_MS, Math.max(MIN_MS, DOCUMENT_FACTOR * documentMs, SCRIPTS_FACTOR * Math.max(0, ...scripts)));
}

/** Returns true if any file below `base` has arrived completely since that time. Not every browser reports the status. */
export function hasArrived(performance: Pick<Performance, 'getEntriesByType'>, base: string, since: number): boolean {
  return (performance.getEntriesByType('resource') as (PerformanceResourceTiming & { readonly responseStatus?: number })[]).some(
    ({ name, responseStatus = 200, responseEnd }) => name.includes(base) && responseStatus === 200 && responseEnd >= since,
  );
}

/** Returns true if all files have arrived: the page is then waiting for this machine, not for the server. */
export function haveAllArrived(performance: Pick<Performance, 'getEntriesByType'>, urls: readonly string[]): boolean {
  const arrived = new Set(
    (performance.getEntriesByType('resource') as (PerformanceResourceTiming & { readonly responseStatus?: number })[])
      .filter(({ responseStatus = 200, responseEnd }) => responseStatus === 200 && responseEnd > 0)
      .map(({ name }) => new URL(name).pathname),
  );
  return urls.every((url) => arrived.has(url));
}

/** Returns true if requests that hang block others: HTTP/1.1 uses only a few connections per server; later versions need one. */
export function hasFewConnections(performance: Pick<Performance, 'getEntriesByType'>): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceResourceTiming[];
  return page === undefined || page.nextHopProtocol.startsWith('http/1');
}
