import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Clock } from '../clock.ts';
import { ReleaseHealth } from '../telemetry/release-health.ts';
import { TelemetryRepository } from '../telemetry/telemetry.repository.ts';
import { ViewCountEntity } from '../telemetry/view-count.entity.ts';
import { WithdrawalEntity } from '../telemetry/withdrawal.entity.ts';
import type { CommandContext } from './command.ts';
import { commandConfig, withSite } from './open-site.ts';

const time = (ms: number | null): string => (ms === null ? '–' : `${ms} ms`);

/** Prints how the releases do, below `site status`: what page views of the last 24 hours told. */
export async function printHealth(env: CommandContext['env'], print: (line: string) => void): Promise<void> {
  const { databaseUrl, dataDir } = commandConfig(env);
  // The releases may be looked at where no server ever ran.
  if (databaseUrl === null && !existsSync(join(dataDir, 'site.sqlite'))) return;
  await withSite(env, async ({ database }) => {
    const repository = new TelemetryRepository(database.getRepository(ViewCountEntity), database.getRepository(WithdrawalEntity));
    const rows = await new ReleaseHealth(repository, new Clock()).lastDay();
    print(rows.length === 0 ? 'no page views in the last 24 hours' : 'page views of the last 24 hours:');
    for (const { app, release, trial, views, errorRate, medianMs, p95Ms, lastFailure } of rows) {
      const role = trial === 0 ? '' : ` (canary of registry ${trial})`;
      const rate = `${(errorRate * 100).toFixed(1)} % failed`;
      print(`${app}  ${release}${role}  ${views} views, ${rate}, half within ${time(medianMs)}, 95 of 100 within ${time(p95Ms)}`);
      if (lastFailure !== null) print(`  last failure: ${lastFailure}`);
    }
    for (const { app, release, at, reason } of await repository.allWithdrawals())
      print(`${app}  ${release}  withdrawn ${at}: ${reason}`);
  });
}
