import { Module } from '@nestjs/common';
import { TrialsModule } from '../telemetry/trials.module.ts';
import { OverrideLinks } from './override-links.ts';
import { OverrideTokens } from './override-tokens.ts';
import { SiteService } from './site.service.ts';

/** What is live, and what a visitor overrides, for other modules: without the pages' route, which must stand behind all others. */
@Module({
  imports: [TrialsModule],
  providers: [SiteService, OverrideTokens, OverrideLinks],
  exports: [SiteService, OverrideLinks],
})
export class SiteSnapshotModule {}
