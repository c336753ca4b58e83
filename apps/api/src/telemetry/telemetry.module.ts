import { Module } from '@nestjs/common';
import { SiteSnapshotModule } from '../site/site-snapshot.module.ts';
import { OwnerController } from './owner.controller.ts';
import { ReleaseHealth } from './release-health.ts';
import { ReportPace } from './report-pace.ts';
import { ReportShare } from './report-share.ts';
import { TelemetryController } from './telemetry.controller.ts';
import { TelemetryService } from './telemetry.service.ts';
import { TrialsModule } from './trials.module.ts';

@Module({
  imports: [TrialsModule, SiteSnapshotModule],
  controllers: [TelemetryController, OwnerController],
  providers: [TelemetryService, ReportPace, ReportShare, ReleaseHealth],
})
export class TelemetryModule {}
