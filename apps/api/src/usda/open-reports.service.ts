import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { sectionSlug, type MarketReport, type ReportSection } from '@site/contracts';
import type { UpstreamCache } from './upstream-cache.ts';
import { UpstreamCaches } from './upstream-caches.ts';
import { UpstreamCopies } from './upstream-copies.ts';
import { UsdaRequests } from './usda-requests.ts';
import { UnknownReportError } from './usda.errors.ts';
import { UsdaService } from './usda.service.ts';

/** Sections in memory. A long one takes about 30 MB. */
const MAX_OPEN = 8;
/** Sections in the database; those fetched longest ago are evicted. */
const MAX_STORED = 300;

/** Any section of any report on USDA's list, from the stored copy or from USDA. */
@Injectable()
export class OpenReportsService implements OnModuleDestroy {
  /** By the name of the stored copy, least recently used first. */
  private readonly open = new Map<string, UpstreamCache<ReportSection>>();

  constructor(
    private readonly requests: UsdaRequests,
    private readonly caches: UpstreamCaches,
    @Inject(UpstreamCopies) private readonly copies: Pick<UpstreamCopies, 'keepNewest'>,
    @Inject(UsdaService) private readonly reports: Pick<UsdaService, 'reportList' | 'storedReportList'>,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.open.values()].map((cache) => cache.stop()));
  }

  /**
   * @param wanted section as `sectionSlug` formats it; null means the one with the report's figures
   * @throws UnknownReportError, UpstreamError, UsdaKeyMissingError
   */
  async section(slug: string, wanted: string | null): Promise<ReportSection> {
    const { value: list } = await this.reports.reportList();
    const report = list.find((listed) => listed.slug_id === slug);
    if (!report) throw new UnknownReportError('USDA_REPORT_UNKNOWN', 'not in the list');
    const main = await this.read(report, null);
    if (wanted === null || wanted === sectionSlug(main.section)) return main;
    const name = main.sections.find((section) => sectionSlug(section) === wanted);
    if (name === undefined) throw new UnknownReportError('USDA_SECTION_UNKNOWN', `not a section of report ${slug}`);
    return this.read(report, name);
  }

  /** The stored sections of a listed report; null if none are stored. Never asks USDA. */
  async storedSections(slug: string): Promise<readonly string[] | null> {
    const list = await this.reports.storedReportList();
    const report = list?.find((listed) => listed.slug_id === slug);
    return report ? ((await this.cacheOf(report, null).stored())?.sections ?? null) : null;
  }

  private async read(report: MarketReport, section: string | null): Promise<ReportSection> {
    const { value, fetchedAt, stale } = await this.cacheOf(report, section).get();
    return { ...value, fetchedAt, stale };
  }

  private cacheOf(report: MarketReport, section: string | null): UpstreamCache<ReportSection> {
    const request = this.requests.section(report, section, (copies) => this.copies.keepNewest(copies, MAX_STORED - 1));
    const { name } = request;
    const cache = this.open.get(name) ?? this.caches.for(request);
    this.open.delete(name);
    this.open.set(name, cache);
    for (const [other, idle] of this.open) {
      if (this.open.size <= MAX_OPEN) break;
      // A cache waiting for USDA is kept until the response arrives.
      if (other !== name && !idle.isAsking) this.open.delete(other);
    }
    return cache;
  }
}
