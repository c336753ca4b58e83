import { join } from 'node:path';
import type { VitalsReport } from '@site/contracts';
import { Clock } from '../../clock.ts';
import { VitalsRepository } from '../../telemetry/vitals/vitals.repository.ts';
import { VitalsService } from '../../telemetry/vitals/vitals.service.ts';
import { TEST_SIGNING_KEY } from '../a-config.ts';
import { aTrial, EGGS_STABLE } from '../a-trial.ts';
import { anApi } from '../an-api.ts';
import { documentToken } from '../document-token.ts';

export const PAGE = '/projects/eggs';
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const TOKEN = 'the-owner-has-a-token-of-32-characters';
export const OWNER = { Authorization: `Bearer ${TOKEN}` };

/** A site with a canary of eggs, to which pages send measurements. Its clock stands still until a test advances it. */
export async function aVitalsSite() {
  let now = Date.parse('2026-11-20T10:30:00Z');
  const clock = { provide: Clock, value: { now: () => new Date(now) } };
  const api = await anApi({ OWNER_TOKEN: TOKEN, TRUST_PROXY: '127.0.0.1' }, [clock]);
  await aTrial(join(api.folder, 'releases'), TEST_SIGNING_KEY);

  async function counted(): Promise<Record<string, number>> {
    await api.get(VitalsService).flush();
    const days = await api.get(VitalsRepository).days(0);
    const sums: Record<string, number> = {};
    for (const { release, vital, views } of days) sums[`${release} ${vital}`] = (sums[`${release} ${vital}`] ?? 0) + views;
    return sums;
  }

  return {
    api,
    now: () => now,
    advance(ms: number): void {
      now += ms;
    },
    async send(more: Partial<VitalsReport> = {}, client = '192.0.2.1'): Promise<number> {
      const measured = { device: 'phone', lcp: 900, inp: 40, ttfb: 80, cls: 0.01 } as const;
      const token = await documentToken(api.url);
      const report = { token, app: 'eggs', release: EGGS_STABLE, path: PAGE, ...measured, ...more };
      const { status } = await fetch(`${api.url}/api/vitals`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client },
        body: JSON.stringify(report),
      });
      return status;
    },
    /** Views by release and vital. */
    counted,
    /** Views of a release whose largest paint was measured. */
    lcp: async (release = EGGS_STABLE): Promise<number> => (await counted())[`${release} lcp`] ?? 0,
  };
}

export type VitalsSite = Awaited<ReturnType<typeof aVitalsSite>>;
