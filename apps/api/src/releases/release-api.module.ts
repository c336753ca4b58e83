import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RateLimitModule } from '../rate-limit/rate-limit.module.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { TrialsModule } from '../trials/trials.module.ts';
import { ReleaseCallers } from './release-callers.ts';
import { ReleaseStores } from './release-stores.ts';
import { ReleaseSwitchController } from './release-switch.controller.ts';
import { ReleaseUploadController } from './release-upload.controller.ts';
import { ServerKey } from './server-key.ts';

/** Releases over the network. */
@Module({
  imports: [TypeOrmModule.forFeature([SettingEntity]), RateLimitModule, TrialsModule],
  controllers: [ReleaseUploadController, ReleaseSwitchController],
  providers: [ReleaseCallers, ReleaseStores, ServerKey],
})
export class ReleaseApiModule {}
