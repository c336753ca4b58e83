import { Module } from '@nestjs/common';
import { SecretsModule } from '../secrets/secrets.module.ts';
import { TrialsModule } from '../trials/trials.module.ts';
import { KnownAddresses } from './known-addresses.ts';
import { LiveRegistry } from './live-registry.ts';
import { LiveTrials } from './live-trials.ts';
import { OverrideLinks } from './override-links.ts';
import { OverrideTokens } from './override-tokens.ts';
import { PageTokens } from './page-tokens.ts';
import { ReadyPages } from './ready-pages.ts';
import { SentDocuments } from './sent-documents.ts';
import { SiteService } from './site.service.ts';
import { VerificationBudget } from './verification-budget.ts';
import { VisitorBuckets } from './visitor-buckets.ts';
import { VisitorReleases } from './visitor-releases.ts';

/** Live releases and visitors' overrides for other modules, without the pages' route, which must come after all others. */
@Module({
  imports: [SecretsModule, TrialsModule],
  providers: [
    KnownAddresses,
    LiveRegistry,
    LiveTrials,
    VisitorBuckets,
    VisitorReleases,
    SentDocuments,
    SiteService,
    PageTokens,
    ReadyPages,
    OverrideTokens,
    OverrideLinks,
    VerificationBudget,
  ],
  exports: [KnownAddresses, LiveRegistry, LiveTrials, SiteService, OverrideLinks, PageTokens, SentDocuments, VisitorBuckets],
})
export class SiteSnapshotModule {}
