import { Clock } from '../clock.ts';
import { UsdaConnection } from '../usda/usda-connection.ts';
import { aFaultUpstream, type Answer } from './a-fault-upstream.ts';
import { anApi } from './an-api.ts';
import { FOREVER_MS } from './forever.ts';

export const USDA_KEY = 'canary-usda-key';
export const HOUR_MS = 3_600_000;

/** A site with its own fake USDA server, which sends this response. Its clock stands still until a test advances it. */
export async function aUsdaSite(answer: Answer) {
  let now = Date.parse('2026-09-18T15:00:00.000Z');
  const upstream = await aFaultUpstream(answer);
  // These deadlines are never reached: a response that waited for a hanging USDA would hit the test runner's.
  const connection = new UsdaConnection('live', upstream.baseUrl, USDA_KEY, FOREVER_MS, FOREVER_MS, 100_000);
  const api = await anApi({}, [
    { provide: UsdaConnection, value: connection },
    { provide: Clock, value: { now: () => new Date(now) } },
  ]);
  return {
    api,
    upstream,
    connection,
    get: (path: string): Promise<Response> => fetch(`${api.url}/api/${path}`),
    now: () => now,
    advance(ms: number): void {
      now += ms;
    },
    async close(): Promise<void> {
      await api.close();
      await upstream.close();
    },
  };
}
