import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OpsModule } from '../ops/ops.module.ts';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { ActiveAlerts } from './active-alerts.ts';
import { AlertBook } from './alert-book.ts';
import { AlertChannels } from './alert-channels.ts';
import { AlertChecks } from './alert-checks.ts';
import { AlertWatch } from './alert-watch.ts';
import { AlertEntity } from './alert.entity.ts';
import { AlertRepository } from './alert.repository.ts';
import { ReadinessWatch } from './readiness-watch.ts';
import { ServerChecks } from './server-checks.ts';

/** Global, because any part of the site may have something to report. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AlertEntity]), OpsModule, SecretsModule],
  providers: [ActiveAlerts, AlertBook, AlertChannels, AlertChecks, AlertRepository, AlertWatch, ReadinessWatch, ServerChecks],
  exports: [ActiveAlerts, AlertChecks],
})
export class AlertsModule {}
