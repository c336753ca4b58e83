import { join } from 'node:path';
import type { PageReport } from '@site/contracts';
import { TelemetryService } from '../../telemetry/telemetry.service.ts';
import { TEST_SIGNING_KEY } from '../a-config.ts';
import { aTrial, EGGS_CANARY } from '../a-trial.ts';
import { anApi } from '../an-api.ts';

export const TOKEN = 'the-owner-has-a-token-of-32-characters';
export const OWNER = { Authorization: `Bearer ${TOKEN}` };
export const PAGE = '/projects/eggs';

export const report = (more: Partial<PageReport> = {}): PageReport => ({
  app: 'eggs',
  release: EGGS_CANARY,
  path: PAGE,
  outcome: 'shown',
  phase: 'ready',
  ms: 400,
  message: null,
  ...more,
});
/** A report of a page that the canary did not show. */
export const FAILED = report({ outcome: 'replaced', phase: 'fetch', message: 'no response in time' });

const post = (url: string, body: unknown, headers: Record<string, string>): Promise<Response> =>
  fetch(`${url}/api/telemetry`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** A site with a canary of eggs, to which pages send reports. */
export async function aTelemetrySite() {
  const api = await anApi({ OWNER_TOKEN: TOKEN });
  return {
    api,
    trial: await aTrial(join(api.folder, 'releases'), TEST_SIGNING_KEY),
    send: (body: unknown, headers: Record<string, string> = {}) => post(api.url, body, headers),
    flush: (): Promise<void> => api.get(TelemetryService).flush(),
    /** What the owner sees of each release. */
    health: async () => (await (await fetch(`${api.url}/api/releases`, { headers: OWNER })).json()) as Record<string, unknown>[],
  };
}

export type TelemetrySite = Awaited<ReturnType<typeof aTelemetrySite>>;

/** A site with a canary of eggs, whose proxy says from which network a report comes. */
export async function aProxiedTelemetrySite() {
  const api = await anApi({ TRUST_PROXY: '127.0.0.1' });
  await aTrial(join(api.folder, 'releases'), TEST_SIGNING_KEY);
  return {
    close: api.close,
    /** This many identical reports, in as few requests as possible. */
    async sendFrom(address: string, one: PageReport, count: number): Promise<void> {
      for (let left = count; left > 0; left -= 20) {
        const reports = Array.from({ length: Math.min(left, 20) }, () => one);
        expect((await post(api.url, { reports }, { 'X-Forwarded-For': address })).status).toBe(204);
      }
    },
    async withdrawals(): Promise<number> {
      await api.get(TelemetryService).flush();
      return api.log.filter(({ event }) => event === 'canary-withdrawn').length;
    },
  };
}

export type ProxiedTelemetrySite = Awaited<ReturnType<typeof aProxiedTelemetrySite>>;
