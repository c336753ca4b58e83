import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LastBackup } from './last-backup.ts';
import { SettingEntity } from './setting.entity.ts';
import { SiteSecret } from './site-secret.ts';

@Module({
  imports: [TypeOrmModule.forFeature([SettingEntity])],
  providers: [SiteSecret, LastBackup],
  exports: [SiteSecret, LastBackup],
})
export class SecretsModule {}
