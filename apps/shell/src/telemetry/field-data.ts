import { PAGE_TOKEN } from '@site/contracts';
import { reportsErrors, type ReportError } from './error-reports.ts';
import type { Landing } from './telemetry.ts';
import { measureVitals } from './vitals.ts';

export interface FieldData {
  /** Ends the measurement of the page that the document began with. */
  end(): void;
  report: ReportError;
}

/**
 * The token in the document's response. Browsers without `serverTiming` have none, some have it only over HTTPS, and a document that was kept
 * for a visit without a network has none either.
 */
function tokenOf({ performance }: Window): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.serverTiming?.find(({ name }) => name === PAGE_TOKEN)?.description;
}

/**
 * Reports how fast the first page was, and errors with their stacks. Loaded after the page, which needs none of it.
 * @param landing the page that the document began with, once it is shown; null if the visitor has left it
 */
export function observeVisit(
  window: Window,
  send: (address: string, body: unknown) => void,
  landing: () => Landing | null | undefined,
): FieldData {
  const token = tokenOf(window);
  if (!token) return { end: () => {}, report: () => {} };
  const leave = (measured: object) => {
    const first = landing();
    if (first) send('/api/vitals', { ...first, ...measured });
  };
  const report = reportsErrors(window.location.origin, token, (body) => send('/api/errors', body));
  return { end: landing() === null ? () => {} : measureVitals(window, token, leave), report };
}
