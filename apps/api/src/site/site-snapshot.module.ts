import { Module } from '@nestjs/common';
import { TrialsModule } from '../telemetry/trials.module.ts';
import { SiteService } from './site.service.ts';

/** What is live, for other modules: without the pages' route, which must stand behind all others. */
@Module({ imports: [TrialsModule], providers: [SiteService], exports: [SiteService] })
export class SiteSnapshotModule {}
