import { Module } from '@nestjs/common';
import { OpsController } from './ops.controller.ts';
import { Readiness } from './readiness.ts';

@Module({ controllers: [OpsController], providers: [Readiness] })
export class OpsModule {}
