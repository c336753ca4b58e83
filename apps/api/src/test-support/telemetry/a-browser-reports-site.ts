import { join } from 'node:path';
import { Clock } from '../../clock.ts';
import { BrowserReportsRepository, type BrowserReportCount } from '../../telemetry/browser-reports/browser-reports.repository.ts';
import { BrowserReportsService } from '../../telemetry/browser-reports/browser-reports.service.ts';
import { TEST_SIGNING_KEY } from '../a-config.ts';
import { aTrial, EGGS_STABLE } from '../a-trial.ts';
import { anApi } from '../an-api.ts';

export const SITE = 'https://site.example';
export const EGGS = `${SITE}/projects/eggs`;
export const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
export const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-20T10:30:00Z');
export const DAY = Math.floor(START / DAY_MS);

/** What is counted for one `violation`, without the number of reports. */
export const ROW = {
  ...{ day: DAY, kind: 'csp', app: 'eggs', release: EGGS_STABLE, path: '/projects/eggs' },
  ...{ what: 'img-src: https://other.example', browser: 'Chromium' },
};

/** A report of a blocked picture, as Chromium sends it. */
export const violation = (more: Record<string, unknown> = {}, url = `${EGGS}?secret=1#there`) => ({
  age: 43,
  type: 'csp-violation',
  url,
  user_agent: CHROME,
  body: {
    blockedURL: 'https://other.example/a.png?secret=2',
    columnNumber: 120,
    disposition: 'enforce',
    documentURL: url,
    effectiveDirective: 'img-src',
    lineNumber: 1,
    originalPolicy: "default-src 'none'",
    referrer: '',
    sample: 'secret',
    sourceFile: url,
    statusCode: 200,
    ...more,
  },
});

interface Sending {
  readonly set?: string;
  readonly client?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A site with a canary of eggs, to which browsers send reports. Its clock stands still until a test advances it. */
export async function aBrowserReportsSite() {
  let now = START;
  const clock = { provide: Clock, value: { now: () => new Date(now) } };
  const api = await anApi({ PUBLIC_ORIGIN: SITE, TRUST_PROXY: '127.0.0.1', OWNER_TOKEN: 'o'.repeat(32) }, [clock]);
  const { since } = await aTrial(join(api.folder, 'releases'), TEST_SIGNING_KEY);
  const stable = String(since);

  return {
    api,
    /** Names of the sets: with the stable releases, and with the canary. */
    stable,
    canary: `${since}+eggs`,
    now: () => new Date(now),
    advance(ms: number): void {
      now += ms;
    },
    async send(body: unknown, { set = stable, client = '192.0.2.1', type, headers }: Sending = {}): Promise<number> {
      const response = await fetch(`${api.url}/api/browser-reports?set=${encodeURIComponent(set)}`, {
        method: 'POST',
        headers: {
          'Content-Type': type ?? 'application/reports+json',
          'X-Forwarded-For': client,
          'User-Agent': CHROME,
          Origin: SITE,
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return response.status;
    },
    async counted(): Promise<BrowserReportCount[]> {
      await api.get(BrowserReportsService).flush();
      return api.get(BrowserReportsRepository).since(0);
    },
    /** The headers of a page for Chromium. */
    headersOf: async (headers: Record<string, string> = {}, path = '/projects/eggs'): Promise<Headers> =>
      (await fetch(api.url + path, { headers: { 'User-Agent': CHROME, Cookie: '__Host-set=9999', ...headers } })).headers,
  };
}

export type BrowserReportsSite = Awaited<ReturnType<typeof aBrowserReportsSite>>;
