import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../config/config.ts';
import { SettingEntity } from '../secrets/setting.entity.ts';
import { SiteSnapshotModule } from '../site/site-snapshot.module.ts';
import { RateLimitModule } from '../rate-limit/rate-limit.module.ts';
import { OpsModule } from '../ops/ops.module.ts';
import { NewestWeeks } from './newest-weeks.ts';
import { OpenReportsController } from './open-reports.controller.ts';
import { OpenReportsService } from './open-reports.service.ts';
import { PriceFeedService } from './price-feed.service.ts';
import { PriceHistoryController } from './price-history.controller.ts';
import { PriceLeadService } from './price-lead.service.ts';
import { PricePictureService } from './price-picture.service.ts';
import { PriceHistoryRepository } from './price-history.repository.ts';
import { PriceHistoryService } from './price-history.service.ts';
import { PriceRecorder } from './price-recorder.ts';
import { PriceRevision } from './price-revision.ts';
import { PriceSeriesEntity } from './price-series.entity.ts';
import { PriceSeriesRepository } from './price-series.repository.ts';
import { PriceSeriesUpdater } from './price-series.updater.ts';
import { PriceSnapshotEntity } from './price-snapshot.entity.ts';
import { PriceSnapshotRepository } from './price-snapshot.repository.ts';
import { PricesController } from './prices-page/prices.controller.ts';
import { PricesState } from './prices-page/prices-state.ts';
import { ReportAddresses } from './report-addresses.ts';
import { SampleSource } from './sample/sample-source.ts';
import { SentResponses } from './sent-responses.ts';
import { StoredWeeksRepository } from './stored-weeks.repository.ts';
import { UpstreamCaches } from './upstream-caches.ts';
import { UpstreamCopies } from './upstream-copies.ts';
import { UpstreamCopyEntity } from './upstream-copy.entity.ts';
import { UpstreamCopyRepository } from './upstream-copy.repository.ts';
import { UsdaAlerts } from './usda-alerts.ts';
import { UsdaMetrics } from './usda-metrics.ts';
import { UsdaBackfill } from './usda-backfill.ts';
import { UsdaConnection } from './usda-connection.ts';
import { UsdaJobs } from './usda-jobs.ts';
import { UsdaRequests } from './usda-requests.ts';
import { UsdaClient } from './usda.client.ts';
import { UsdaController } from './usda.controller.ts';
import { UsdaService } from './usda.service.ts';

async function connect(config: Config, sample: SampleSource): Promise<UsdaConnection> {
  if (config.usdaSource === 'live') return new UsdaConnection('live', config.usdaBaseUrl, config.usdaApiKey);
  return new UsdaConnection('sample', await sample.start(), SampleSource.KEY);
}

@Module({
  imports: [
    TypeOrmModule.forFeature([UpstreamCopyEntity, PriceSnapshotEntity, PriceSeriesEntity, SettingEntity]),
    OpsModule,
    RateLimitModule,
    SiteSnapshotModule,
  ],
  controllers: [PricesController, UsdaController, OpenReportsController, PriceHistoryController],
  providers: [
    UsdaService,
    OpenReportsService,
    SentResponses,
    ReportAddresses,
    UpstreamCaches,
    NewestWeeks,
    PricesState,
    UsdaAlerts,
    UsdaMetrics,
    UsdaJobs,
    UsdaRequests,
    UsdaBackfill,
    UsdaClient,
    UpstreamCopies,
    UpstreamCopyRepository,
    PriceRecorder,
    PriceSnapshotRepository,
    PriceSeriesRepository,
    PriceSeriesUpdater,
    StoredWeeksRepository,
    PriceHistoryRepository,
    PriceRevision,
    PriceHistoryService,
    PriceFeedService,
    PriceLeadService,
    PricePictureService,
    SampleSource,
    { provide: UsdaConnection, useFactory: connect, inject: [Config, SampleSource] },
  ],
})
export class UsdaModule {}
