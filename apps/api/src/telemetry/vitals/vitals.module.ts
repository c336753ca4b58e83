import { Module } from '@nestjs/common';
import { OpsModule } from '../../ops/ops.module.ts';
import { SiteSnapshotModule } from '../../site/site-snapshot.module.ts';
import { TelemetryModule } from '../telemetry.module.ts';
import { SpentTokens } from './spent-tokens.ts';
import { VisitorsController } from './visitors.controller.ts';
import { VitalsStoreModule } from './vitals-store.module.ts';
import { VitalsController } from './vitals.controller.ts';
import { VitalsService } from './vitals.service.ts';

@Module({
  imports: [OpsModule, SiteSnapshotModule, TelemetryModule, VitalsStoreModule],
  controllers: [VitalsController, VisitorsController],
  providers: [VitalsService, SpentTokens],
})
export class VitalsModule {}
