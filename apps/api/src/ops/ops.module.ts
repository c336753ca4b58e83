import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { OpsController } from './ops.controller.ts';
import { Readiness } from './readiness.ts';

@Module({ imports: [TypeOrmModule.forFeature([SettingEntity])], controllers: [OpsController], providers: [Readiness] })
export class OpsModule {}
