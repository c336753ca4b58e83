import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { countOf, registryEntry } from '@site/contracts';
import { parseVerifyingKey, readRegistry, signingKeyText } from '@site/releases';
import { Clock } from '../clock.ts';
import { rateText } from '../telemetry/canary-judge.ts';
import { ReleaseHealth } from '../telemetry/release-health.ts';
import { TelemetryRepository } from '../telemetry/telemetry.repository.ts';
import { ViewCountEntity } from '../telemetry/view-count.entity.ts';
import { WithdrawalEntity } from '../trials/withdrawal.entity.ts';
import { WithdrawalRepository } from '../trials/withdrawal.repository.ts';
import type { CommandContext } from './command.ts';
import { commandConfig } from './command-config.ts';
import { withSite } from './open-site.ts';

const time = (ms: number | null): string => (ms === null ? '–' : `${ms} ms`);

/** Releases may be managed where no server has ever run. */
function hasData(env: CommandContext['env']): boolean {
  const { databaseUrl, dataDir } = commandConfig(env);
  return databaseUrl !== null || existsSync(join(dataDir, 'site.sqlite'));
}

/** Why the registry's canary can neither be promoted nor get a different share: the site has withdrawn it. */
export async function withdrawalOf(env: CommandContext['env'], app: string | undefined): Promise<string | null> {
  if (app === undefined || !hasData(env)) return null;
  const root = resolve(env['RELEASES_DIR'] || 'var/releases');
  const registry = await readRegistry(root, parseVerifyingKey(await signingKeyText(env))).catch(() => null);
  const canary = registry && registryEntry(registry.apps, app)?.canary;
  if (!canary) return null;
  return withSite(env, async ({ database }) => {
    const row = await database.getRepository(WithdrawalEntity).findOneBy({ app, trial: canary.since, release: canary.release });
    return (
      row &&
      `${app} ${row.release} was withdrawn at ${row.at}: ${row.reason}; \`site rollback ${app}\` ends the canary; then you can try again`
    );
  });
}

/** Prints the health of the releases below `site status`, from the page views in the last 24 hours. */
export async function printHealth(env: CommandContext['env'], print: (line: string) => void): Promise<void> {
  if (!hasData(env)) return;
  await withSite(env, async ({ database }) => {
    const repository = new TelemetryRepository(database.getRepository(ViewCountEntity));
    const withdrawals = new WithdrawalRepository(database.getRepository(WithdrawalEntity));
    const rows = await new ReleaseHealth(repository, new Clock()).lastDay();
    print(rows.length === 0 ? 'no page views in the last 24 hours' : 'page views in the last 24 hours:');
    for (const { app, release, trial, views, errorRate, medianMs, p95Ms, lastFailure } of rows) {
      const role = trial === 0 ? '' : ` (canary of registry ${trial})`;
      const rate = `${rateText(errorRate)} failed`;
      const seen = countOf(views, 'view');
      print(`${app}  ${release}${role}  ${seen}, ${rate}, median ${time(medianMs)}, 95th percentile ${time(p95Ms)}`);
      if (lastFailure !== null) print(`  last failure: ${lastFailure}`);
    }
    for (const { app, release, at, reason } of await withdrawals.all()) print(`${app}  ${release}  withdrawn ${at}: ${reason}`);
  });
}
