const LEAST_MS = 1_800;
const MOST_MS = 4_000;
/** The document is small, and mostly waiting; the shell's scripts are about as heavy as a page of a remote. */
const DOCUMENT_FACTOR = 10;
const SCRIPTS_FACTOR = 4;

/**
 * How long to wait for a release before another one is asked for beside it, in milliseconds: by what this visitor's line needed for
 * the document and for the shell's own scripts, so that a slow line is not taken for a release that hangs.
 */
export function patienceOn(performance: Pick<Performance, 'getEntriesByType'>): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceResourceTiming[];
  const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name }) => name.includes('/r/shell/') && name.endsWith('.js'))
    .map(({ duration }) => duration);
  const documentMs = page ? page.responseEnd - page.requestStart : 0;
  return Math.min(MOST_MS, Math.max(LEAST_MS, DOCUMENT_FACTOR * documentMs, SCRIPTS_FACTOR * Math.max(0, ...scripts)));
}

/** Whether the browser has received any file below `base` as a whole since that time. Not every browser tells the status. */
export function hasArrived(performance: Pick<Performance, 'getEntriesByType'>, base: string, since: number): boolean {
  return (performance.getEntriesByType('resource') as (PerformanceResourceTiming & { readonly responseStatus?: number })[]).some(
    ({ name, responseStatus = 200, responseEnd }) => name.includes(base) && responseStatus === 200 && responseEnd >= since,
  );
}

/** Whether requests that hang hold up others: HTTP/1.1 has a few connections to a server, its successors share one. */
export function hasFewConnections(performance: Pick<Performance, 'getEntriesByType'>): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceResourceTiming[];
  return page === undefined || page.nextHopProtocol.startsWith('http/1');
}
