import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OpsModule } from '../ops/ops.module.ts';
import { SiteSnapshotModule } from '../site/site-snapshot.module.ts';
import { TelemetryModule } from '../telemetry/telemetry.module.ts';
import { ErrorAdmission } from './error-admission.ts';
import { ErrorCountEntity } from './error-count.entity.ts';
import { ErrorGroupEntity } from './error-group.entity.ts';
import { ErrorGroupsRepository } from './error-groups.repository.ts';
import { ErrorReportsController } from './error-reports.controller.ts';
import { ErrorReportsService } from './error-reports.service.ts';
import { ErrorRetention } from './error-retention.ts';
import { FrameResolver } from './frame-resolver.ts';
import { OwnerErrorsController } from './owner-errors.controller.ts';
import { SourceMapReader } from './source-map-reader.ts';

@Module({
  imports: [TypeOrmModule.forFeature([ErrorGroupEntity, ErrorCountEntity]), OpsModule, SiteSnapshotModule, TelemetryModule],
  controllers: [ErrorReportsController, OwnerErrorsController],
  providers: [ErrorReportsService, ErrorGroupsRepository, ErrorAdmission, FrameResolver, SourceMapReader, ErrorRetention],
})
export class ErrorReportsModule {}
