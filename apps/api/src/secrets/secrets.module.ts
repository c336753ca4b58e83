import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SettingEntity } from './setting.entity.ts';
import { SiteSecret } from './site-secret.ts';

@Module({ imports: [TypeOrmModule.forFeature([SettingEntity])], providers: [SiteSecret], exports: [SiteSecret] })
export class SecretsModule {}
