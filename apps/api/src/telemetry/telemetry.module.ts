import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SiteSnapshotModule } from '../site/site-snapshot.module.ts';
import { TrialsModule } from '../trials/trials.module.ts';
import { VitalsStoreModule } from './vitals/vitals-store.module.ts';
import { CanaryAlerts } from './canary-alerts.ts';
import { CanaryVerdict } from './canary-verdict.ts';
import { JudgedCounts } from './judged-counts.ts';
import { OwnerController } from './owner.controller.ts';
import { OpsModule } from '../ops/ops.module.ts';
import { RegistryMetrics } from './registry-metrics.ts';
import { ReleaseHealth } from './release-health.ts';
import { ReleaseApiModule } from '../releases/release-api.module.ts';
import { ReleaseRows } from './release-rows.ts';
import { ReportAdmission } from './report-admission.ts';
import { ReportRateLimit } from './report-rate-limit.ts';
import { ShellStarts } from './shell-trial/shell-starts.ts';
import { StartCountEntity } from './shell-trial/start-count.entity.ts';
import { StartCountRepository } from './shell-trial/start-count.repository.ts';
import { TelemetryController } from './telemetry.controller.ts';
import { TelemetryRepository } from './telemetry.repository.ts';
import { TelemetryService } from './telemetry.service.ts';
import { TrialJudge } from './trial-judge.ts';
import { TelemetryRetention } from './telemetry-retention.ts';
import { ViewCountEntity } from './view-count.entity.ts';

@Module({
  imports: [
    TypeOrmModule.forFeature([ViewCountEntity, StartCountEntity]),
    OpsModule,
    ReleaseApiModule,
    TrialsModule,
    SiteSnapshotModule,
    VitalsStoreModule,
  ],
  controllers: [TelemetryController, OwnerController],
  providers: [
    TelemetryService,
    TelemetryRepository,
    ReportRateLimit,
    ReportAdmission,
    ReleaseHealth,
    ReleaseRows,
    TrialJudge,
    TelemetryRetention,
    JudgedCounts,
    CanaryVerdict,
    CanaryAlerts,
    RegistryMetrics,
    ShellStarts,
    StartCountRepository,
  ],
  exports: [JudgedCounts, ReportAdmission, ReportRateLimit],
})
export class TelemetryModule {}
