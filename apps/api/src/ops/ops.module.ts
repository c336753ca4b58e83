import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { Config } from '../config/config.ts';
import { LOGGER } from '../http/logger.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { ServerLoad } from '../http/server-load.ts';
import { FreeDisk } from './free-disk.ts';
import { Metrics } from './metrics.ts';
import { OpsController } from './ops.controller.ts';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { ServerMetrics } from './server-metrics.ts';
import { ServerHealth } from './server-health.ts';
import { Readiness } from './readiness.ts';
import { isPublished } from './this-machine.ts';

const NOBODY =
  'nobody can open /owner, /api/releases or /metrics: on a published site they need OWNER_PASSWORD_HASH or OWNER_TOKEN, and neither is set';

@Module({
  imports: [TypeOrmModule.forFeature([SettingEntity]), SecretsModule],
  controllers: [OpsController],
  providers: [Readiness, Metrics, ServerLoad, ServerHealth, ServerMetrics, FreeDisk],
  exports: [ServerHealth, Metrics, Readiness, FreeDisk],
})
export class OpsModule implements OnModuleInit {
  constructor(
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  onModuleInit(): void {
    const { ownerPasswordHash, ownerTokens } = this.config;
    if (isPublished(this.config) && ownerPasswordHash === null && ownerTokens.length === 0)
      this.logger.warn({ event: 'owner-locked-out', message: NOBODY });
  }
}
