import { Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { Config } from '../config/config.ts';
import type { SiteDatabase } from '../database/site-database.ts';
import { LOGGER } from '../http/logger.ts';
import { OpsModule } from '../ops/ops.module.ts';
import { RateLimitModule } from '../rate-limit/rate-limit.module.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { TrialsModule } from '../trials/trials.module.ts';
import { OwnerReleases } from './owner-releases.ts';
import { ReleaseKeyAlert } from './release-key-alert.ts';
import { ReleaseCallers } from './release-callers.ts';
import { ReleaseCopy } from './release-copy.ts';
import { ReleaseSwitches } from './release-switches.ts';
import { ReleaseStores } from './release-stores.ts';
import { ReleaseSwitchController } from './release-switch.controller.ts';
import { ReleaseUploadController } from './release-upload.controller.ts';
import { ServerKey } from './server-key.ts';

/** Releases over the network. */
@Module({
  imports: [TypeOrmModule.forFeature([SettingEntity]), RateLimitModule, OpsModule, TrialsModule],
  controllers: [ReleaseUploadController, ReleaseSwitchController],
  providers: [
    ReleaseKeyAlert,
    ReleaseCallers,
    ReleaseStores,
    ReleaseSwitches,
    OwnerReleases,
    ServerKey,
    {
      provide: ReleaseCopy,
      // A factory, because the copy must be opened before any module is initialized.
      useFactory: (config: Config, database: SiteDatabase, logger: Logger) => new ReleaseCopy(config, database, logger).open(),
      inject: [Config, getDataSourceToken(), LOGGER],
    },
  ],
  exports: [OwnerReleases],
})
export class ReleaseApiModule {}
