import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { ServerLoad } from '../http/server-load.ts';
import { FreeDisk } from './free-disk.ts';
import { Metrics } from './metrics.ts';
import { OpsController } from './ops.controller.ts';
import { ServerHealth } from './server-health.ts';
import { Readiness } from './readiness.ts';

@Module({
  imports: [TypeOrmModule.forFeature([SettingEntity])],
  controllers: [OpsController],
  providers: [Readiness, Metrics, ServerLoad, ServerHealth, FreeDisk],
  exports: [ServerHealth, Metrics],
})
export class OpsModule {}
