import type { IncomingHttpHeaders } from 'node:http';

/** Where browsers send reports, relative to the site's origin. The parameter names the set of releases of the document. */
const REPORTS = '/api/browser-reports?set=';

/** How browsers report what goes wrong with a page. */
export interface Reporting {
  /** Names the page's set of releases, as `X-Release-Set` does. */
  readonly set: string;
  /** True on https. Elsewhere browsers ignore `Reporting-Endpoints`, and some also ignore a `report-uri` next to a `report-to`. */
  readonly isSecure: boolean;
}

type Headers = Readonly<Record<string, string>>;

/**
 * The headers of a page with the address for reports of policy violations, deprecated features and interventions
 * (decision 0111).
 * Browsers without the Reporting API use `report-uri`, which covers the content security policies only.
 */
export function withReporting(headers: Headers, { set, isSecure }: Reporting): Record<string, string> {
  const address = REPORTS + encodeURIComponent(set);
  // Several policies in one header each need their own address.
  const policies = (headers['Content-Security-Policy'] ?? '')
    .split(', ')
    .map((policy) => `${policy}; report-uri ${address}${isSecure ? '; report-to default' : ''}`);
  const reported = { ...headers, 'Content-Security-Policy': policies.join(', ') };
  if (!isSecure) return reported;
  const integrity = headers['Integrity-Policy'];
  return {
    ...reported,
    'Reporting-Endpoints': `default="${address}"`,
    'Cross-Origin-Opener-Policy': `${headers['Cross-Origin-Opener-Policy']}; report-to="default"`,
    ...(integrity !== undefined && { 'Integrity-Policy': `${integrity}, endpoints=(default)` }),
  };
}

/** True for a visitor who objects to being counted. */
export const optsOut = (headers: IncomingHttpHeaders): boolean => headers['dnt'] === '1' || headers['sec-gpc'] === '1';
