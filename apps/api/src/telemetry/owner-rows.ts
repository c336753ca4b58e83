import { VISITOR_BUCKETS, type Registry } from '@site/contracts';
import { bucketCount } from '@site/releases';
import type { OwnerRow } from './owner-page.ts';
import type { ReleaseHealthRow } from './release-health.ts';
import type { WithdrawalEntity } from '../trials/withdrawal.entity.ts';

/** Each app's live releases and trials, and other releases seen in the last day. */
export function ownerRows(
  { apps }: Registry,
  health: readonly ReleaseHealthRow[],
  withdrawals: readonly WithdrawalEntity[],
): OwnerRow[] {
  return Object.entries(apps).flatMap(([app, { stable, canary }]) => {
    const of = (release: string, trial: number): ReleaseHealthRow | null =>
      health.find((row) => row.app === app && row.release === release && row.trial === trial) ?? null;
    const rows: OwnerRow[] = [{ app, release: stable.release, role: 'live', isBad: false, health: of(stable.release, 0) }];
    if (canary) {
      const share = (bucketCount(canary.buckets) / VISITOR_BUCKETS) * 100;
      const ended = withdrawals.find((row) => row.app === app && row.trial === canary.since);
      const role = ended
        ? `canary, withdrawn by the site: ${ended.reason}`
        : `canary for ${Number(share.toFixed(2))}% of the visitors`;
      rows.push({ app, release: canary.release, role, isBad: ended !== undefined, health: of(canary.release, canary.since) });
    }
    const shown = new Set(rows.map((row) => `${row.release} ${row.health?.trial ?? 0}`));
    const others = health.filter((row) => row.app === app && !shown.has(`${row.release} ${row.trial}`));
    return [
      ...rows,
      ...others.map((row) => {
        const ended = withdrawals.find((one) => one.app === app && one.trial === row.trial);
        const role = ended ? `withdrawn by the site: ${ended.reason}` : row.trial === 0 ? 'replaced' : 'canary that ended';
        return { app, release: row.release, role, isBad: ended !== undefined, health: row };
      }),
    ];
  });
}
