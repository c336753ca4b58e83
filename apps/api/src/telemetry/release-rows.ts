import { Inject, Injectable } from '@nestjs/common';
import { parseVerifyingKey, signedOrigin } from '@site/releases';
import { Config } from '../config/config.ts';
import { LiveRegistry } from '../site/live-registry.ts';
import { WithdrawalRepository } from '../trials/withdrawal.repository.ts';
import type { OwnerRowWithOrigin } from './owner-page.ts';
import { ownerRows } from './owner-rows.ts';
import { ReleaseHealth } from './release-health.ts';

/** The releases that visitors get or got in the last day, with their health and origin. */
@Injectable()
export class ReleaseRows {
  constructor(
    private readonly live: LiveRegistry,
    private readonly health: ReleaseHealth,
    private readonly withdrawals: WithdrawalRepository,
    @Inject(Config) private readonly config: Pick<Config, 'releasesDir' | 'releaseSigningKey'>,
  ) {}

  async all(): Promise<OwnerRowWithOrigin[]> {
    const rows = ownerRows((await this.live.current()).registry, await this.health.lastDay(), await this.withdrawals.all());
    const { releasesDir, releaseSigningKey } = this.config;
    const owner = parseVerifyingKey(releaseSigningKey);
    return Promise.all(
      rows.map(async (row) => ({ ...row, origin: (await signedOrigin(releasesDir, owner, row.app, row.release)) ?? null })),
    );
  }
}
