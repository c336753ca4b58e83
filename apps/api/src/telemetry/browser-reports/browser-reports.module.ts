import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OpsModule } from '../../ops/ops.module.ts';
import { SiteSnapshotModule } from '../../site/site-snapshot.module.ts';
import { ReportRateLimit } from '../report-rate-limit.ts';
import { BrowserReportCountEntity } from './browser-report-count.entity.ts';
import { BrowserReportRetention } from './browser-report-retention.ts';
import { BrowserReportsController } from './browser-reports.controller.ts';
import { BrowserReportsRepository } from './browser-reports.repository.ts';
import { BrowserReportsService } from './browser-reports.service.ts';
import { ReportedSet } from './reported-set.ts';
import { ReportsController } from './reports.controller.ts';

@Module({
  imports: [TypeOrmModule.forFeature([BrowserReportCountEntity]), OpsModule, SiteSnapshotModule],
  controllers: [BrowserReportsController, ReportsController],
  // Its own rate limit: a page that often violates its policy must not use up the limit for reports of page views.
  providers: [BrowserReportsRepository, BrowserReportsService, BrowserReportRetention, ReportedSet, ReportRateLimit],
})
export class BrowserReportsModule {}
