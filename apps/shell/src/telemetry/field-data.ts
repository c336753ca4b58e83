import { createErrorReporter, type ReportError } from './error-reports.ts';
import type { Landing } from './telemetry.ts';
import { measureVitals } from './vitals.ts';

export interface FieldData {
  /** Ends the measurement of the page that the document began with. */
  end(): void;
  report: ReportError;
}

/**
 * Reports how fast the first page was, and errors with their stacks. Loaded after the page, which needs none of it.
 * @param token of the document's response
 * @param landing the page that the document began with, once it is shown; null if the visitor has left it
 */
export function observeVisit(
  window: Window,
  token: string,
  beacon: (address: string, body: string) => void,
  landing: () => Landing | null | undefined,
): FieldData {
  const send = (address: string, body: object) => beacon(address, JSON.stringify(body));
  const leave = (measured: object) => {
    const first = landing();
    if (first) send('/api/vitals', { ...first, ...measured });
  };
  const report = createErrorReporter(window.location.origin, token, (body) => send('/api/errors', body));
  return { end: landing() === null ? () => {} : measureVitals(window, token, leave), report };
}
