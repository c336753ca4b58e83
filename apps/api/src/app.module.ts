import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { AlertsModule } from './alerts/alerts.module.ts';
import { AuthGateModule } from './auth-gate/auth-gate.module.ts';
import { Clock } from './clock.ts';
import { DailyChallengeModule } from './daily-challenge/daily-challenge.module.ts';
import { Config } from './config/config.ts';
import { DatabaseModule } from './database/database.module.ts';
import { GalleryModule } from './gallery/gallery.module.ts';
import { HttpModule } from './http/http.module.ts';
import { LOGGER } from './http/logger.ts';
import { JobsModule } from './jobs/jobs.module.ts';
import { UnknownApiModule } from './http/unknown-api.module.ts';
import { OwnerPagesModule } from './owner-pages/owner-pages.module.ts';
import { OwnerAreaModule } from './owner-area/owner-area.module.ts';
import { OpsModule } from './ops/ops.module.ts';
import { ReleaseApiModule } from './releases/release-api.module.ts';
import { RateLimitModule } from './rate-limit/rate-limit.module.ts';
import { SecretsModule } from './secrets/secrets.module.ts';
import { SiteModule } from './site/site.module.ts';
import { BrowserReportsModule } from './telemetry/browser-reports/browser-reports.module.ts';
import { TelemetryModule } from './telemetry/telemetry.module.ts';
import { UsdaModule } from './usda/usda.module.ts';
import { ErrorReportsModule } from './error-reports/error-reports.module.ts';
import { VitalsModule } from './telemetry/vitals/vitals.module.ts';

@Module({})
export class AppModule {
  /** Makes the configuration, the logger and the clock available to every module. */
  static forConfig(config: Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      global: true,
      providers: [Clock, { provide: Config, useValue: config }, { provide: LOGGER, useValue: logger }],
      exports: [Clock, Config, LOGGER],
      imports: [
        HttpModule,
        DatabaseModule,
        JobsModule,
        SecretsModule,
        RateLimitModule,
        OpsModule,
        AlertsModule,
        OwnerAreaModule,
        OwnerPagesModule,
        AuthGateModule,
        GalleryModule,
        DailyChallengeModule,
        UsdaModule,
        TelemetryModule,
        VitalsModule,
        BrowserReportsModule,
        ErrorReportsModule,
        ReleaseApiModule,
        // Routes are tried in this order: everything under /api comes before the module that rejects the rest of it,
        // and the module that handles every path comes last.
        UnknownApiModule,
        SiteModule,
      ],
    };
  }
}
