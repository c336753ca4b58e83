import { Module } from '@nestjs/common';
import { SiteService } from './site.service.ts';

/** What is live, for other modules: without the pages' route, which must stand behind all others. */
@Module({ providers: [SiteService], exports: [SiteService] })
export class SiteSnapshotModule {}
