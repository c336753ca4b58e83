import { Module } from '@nestjs/common';
import { SiteController } from './site.controller.ts';
import { SiteSnapshotModule } from './site-snapshot.module.ts';

@Module({ imports: [SiteSnapshotModule], controllers: [SiteController] })
export class SiteModule {}
