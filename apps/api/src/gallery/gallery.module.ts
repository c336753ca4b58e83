import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../config/config.ts';
import { OpsModule } from '../ops/ops.module.ts';
import { ServerHealth } from '../ops/server-health.ts';
import { RateLimitModule } from '../rate-limit/rate-limit.module.ts';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { KnownAddresses } from '../site/known-addresses.ts';
import { SiteSnapshotModule } from '../site/site-snapshot.module.ts';
import { BannedPictureEntity } from './banned-picture.entity.ts';
import { GalleryAlerts } from './gallery-alerts.ts';
import { GalleryJobs } from './gallery-jobs.ts';
import { GalleryLimits } from './gallery-limits.ts';
import { GalleryMaintenance } from './gallery-maintenance.ts';
import { GalleryMetrics } from './gallery-metrics.ts';
import { GalleryQuota } from './gallery-quota.ts';
import { GalleryController } from './gallery.controller.ts';
import { toPreviewImage } from './gallery.dto.ts';
import { GalleryService } from './gallery.service.ts';
import { ModerationController } from './moderation/moderation.controller.ts';
import { ModerationEntity } from './moderation/moderation.entity.ts';
import { ModerationRepository } from './moderation/moderation.repository.ts';
import { ModerationService } from './moderation/moderation.service.ts';
import { ReviewRepository } from './moderation/review.repository.ts';
import { PictureReportEntity } from './picture-report.entity.ts';
import { openPictureStore } from './open-picture-store.ts';
import { PICTURE_STORE } from './picture-store.ts';
import { PictureProcessPool } from './picture-process-pool.ts';
import { PictureController } from './picture.controller.ts';
import { SubmissionEntity } from './submission.entity.ts';
import { SubmissionRepository } from './submission.repository.ts';
import { UploadBudget } from './upload-budget.ts';
import { UploadService } from './upload.service.ts';

@Module({
  imports: [
    TypeOrmModule.forFeature([SubmissionEntity, PictureReportEntity, BannedPictureEntity, ModerationEntity]),
    OpsModule,
    RateLimitModule,
    SecretsModule,
    SiteSnapshotModule,
  ],
  controllers: [GalleryController, PictureController, ModerationController],
  providers: [
    ModerationRepository,
    ModerationService,
    ReviewRepository,
    GalleryService,
    GalleryAlerts,
    GalleryJobs,
    GalleryMaintenance,
    GalleryLimits,
    GalleryMetrics,
    GalleryQuota,
    { provide: PictureProcessPool, useFactory: () => new PictureProcessPool() },
    SubmissionRepository,
    UploadBudget,
    UploadService,
    {
      provide: PICTURE_STORE,
      useFactory: (config: Config, health: ServerHealth) =>
        openPictureStore(config, (reason) => {
          health.brokenBy = reason;
        }),
      inject: [Config, ServerHealth],
    },
  ],
})
export class GalleryModule {
  constructor(known: KnownAddresses, gallery: GalleryService) {
    known.register('/gallery/:id', async ({ id = '' }) => {
      const row = await gallery.findIfShown(id);
      return row === undefined ? false : { image: toPreviewImage(row) };
    });
  }
}
