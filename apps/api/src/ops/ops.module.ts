import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { ServerLoad } from '../http/server-load.ts';
import { FreeDisk } from './free-disk.ts';
import { Metrics } from './metrics.ts';
import { OpsController } from './ops.controller.ts';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { ServerMetrics } from './server-metrics.ts';
import { ServerHealth } from './server-health.ts';
import { Readiness } from './readiness.ts';

@Module({
  imports: [TypeOrmModule.forFeature([SettingEntity]), SecretsModule],
  controllers: [OpsController],
  providers: [Readiness, Metrics, ServerLoad, ServerHealth, ServerMetrics, FreeDisk],
  exports: [ServerHealth, Metrics, Readiness, FreeDisk],
})
export class OpsModule {}
