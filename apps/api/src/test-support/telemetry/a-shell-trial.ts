import { join } from 'node:path';
import type { PageReport } from '@site/contracts';
import { Clock } from '../../clock.ts';
import { ShellStarts } from '../../telemetry/shell-trial/shell-starts.ts';
import { TelemetryService } from '../../telemetry/telemetry.service.ts';
import { TEST_SIGNING_KEY } from '../a-config.ts';
import { aCanaryShell } from '../a-release-folder.ts';
import { EGGS_STABLE, publishEggs } from '../a-trial.ts';
import { anApi } from '../an-api.ts';

export const SHELL_CANARY = '1.1.0-cccccccccccc';
export const BROKEN = { outcome: 'error', message: 'host is not a function' } as const;
const NAVIGATION = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'none' };

/** An address in a network of its own. */
const addressOf = (visitor: number): string => `198.51.${visitor}.1`;

/** A site with the remote eggs and a canary of the shell for a fifth of the visitors. */
export async function aShellTrial() {
  let aheadMs = 0;
  const clock: Clock = { now: () => new Date(Date.now() + aheadMs) };
  const api = await anApi({ TRUST_PROXY: '127.0.0.1' }, [{ provide: Clock, value: clock }]);
  const root = join(api.folder, 'releases');
  await publishEggs(root, TEST_SIGNING_KEY, EGGS_STABLE);
  const { cookie: canaryCookie, otherCookie: stableCookie } = await aCanaryShell(root, TEST_SIGNING_KEY, SHELL_CANARY, {}, 0.2);

  /** Returns the visitor's document, which names the shell whose scripts it loads. */
  async function open(visitor: number, cookie: string, headers: Record<string, string> = {}): Promise<string> {
    const sent = { ...NAVIGATION, Cookie: cookie, 'X-Forwarded-For': addressOf(visitor), ...headers };
    return (await fetch(`${api.url}/`, { headers: sent })).text();
  }

  async function report(visitor: number, cookie: string, more: Partial<PageReport> = {}): Promise<void> {
    const shown = { app: 'eggs', release: EGGS_STABLE, path: '/projects/eggs', outcome: 'shown', phase: 'ready', ms: 400 };
    const answer = await fetch(`${api.url}/api/telemetry`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: cookie, 'X-Forwarded-For': addressOf(visitor) },
      body: JSON.stringify({ reports: [{ ...shown, message: null, ...more }] }),
    });
    expect(answer.status).toBe(204);
  }

  async function flush(): Promise<void> {
    await api.get(TelemetryService).flush();
    await api.get(ShellStarts).flush();
  }

  return {
    canaryCookie,
    stableCookie,
    open,
    report,
    flush,
    close: api.close,
    advance(ms: number): void {
      aheadMs += ms;
    },
    withdrawals: () => api.log.filter(({ event }) => event === 'canary-withdrawn'),
    /** This many visitors with each shell. Those with the stable one report; the others report only if `doesStart`. */
    async visits(count: number, doesStart: boolean, headers: Record<string, string> = {}): Promise<void> {
      for (let visitor = 0; visitor < count; visitor += 1) {
        await open(visitor, canaryCookie, headers);
        if (doesStart) await report(visitor, canaryCookie);
        await open(100 + visitor, stableCookie);
        await report(100 + visitor, stableCookie);
      }
      await flush();
    },
  };
}

export type ShellTrial = Awaited<ReturnType<typeof aShellTrial>>;
