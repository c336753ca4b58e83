import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { parseReportSection, sectionSlug, type MarketReport, type ReportSection } from '@site/contracts';
import { HttpError } from '../http/app-error.ts';
import { MADE_OFTEN, ReadyResponse, type ResponseEncoding } from '../http/ready-response.ts';
import { ResponseCache } from '../http/response-cache.ts';
import { WorkQueue } from '../http/work-queue.ts';
import type { CachedResponse, UpstreamCache } from './upstream-cache.ts';
import { UpstreamCaches } from './upstream-caches.ts';
import { UpstreamCopies } from './upstream-copies.ts';
import { UsdaConnection } from './usda-connection.ts';
import { UsdaRequests, type OpenedSection } from './usda-requests.ts';
import { toReportSection } from './usda.dto.ts';
import { UnknownReportError } from './usda.errors.ts';
import { UsdaService } from './usda.service.ts';

/**
 * Sections in the database; those fetched longest ago are evicted. In memory, each takes only its name, the names of its
 * report's sections, and its number of rows.
 */
const MAX_STORED = 300;
/** Three of the longest responses, or a hundred ordinary ones. */
const MAX_CACHE_BYTES = 100_000_000;
/** The longest takes 80 ms of the main thread, and needs 100 MB meanwhile. */
const MAX_MAKING = 1;
/** Ten seconds of work if all are the longest ones. */
const MAX_WAITING = 50;
/** USDA's longest responses need 100 MB each while they are read. */
const MAX_ASKING = 4;

type OpenedCache = UpstreamCache<OpenedSection, ReportSection>;

/** A section as it is now, without its figures. */
export interface CurrentSection extends CachedResponse<OpenedSection> {
  /** Name of its stored copy. */
  readonly copy: string;
}

/** Any section of any report on USDA's list, from the stored copy or from USDA. */
@Injectable()
export class OpenReportsService implements OnModuleDestroy {
  /** Least recently used first. */
  private readonly open = new Map<string, OpenedCache>();
  private readonly queue = new WorkQueue(MAX_MAKING, MAX_WAITING);
  private readonly asking = new WorkQueue(MAX_ASKING, MAX_STORED);
  private readonly responses = new ResponseCache(MAX_CACHE_BYTES, this.queue);

  constructor(
    private readonly requests: UsdaRequests,
    private readonly caches: UpstreamCaches,
    private readonly connection: UsdaConnection,
    @Inject(UpstreamCopies) private readonly copies: Pick<UpstreamCopies, 'find' | 'keepNewest'>,
    @Inject(UsdaService) private readonly reports: Pick<UsdaService, 'reportList' | 'storedReportList'>,
  ) {}

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.open.values()].map((cache) => cache.stop()));
  }

  /**
   * @param wanted section as `sectionSlug` formats it; null means the one with the report's figures
   * @throws UnknownReportError, UpstreamError, UsdaKeyMissingError
   */
  async section(slug: string, wanted: string | null): Promise<CurrentSection> {
    const { value: list } = await this.reports.reportList();
    const report = list.find((listed) => listed.slug_id === slug);
    if (!report) throw new UnknownReportError('USDA_REPORT_UNKNOWN', 'not in the list');
    const main = await this.current(report, null);
    if (wanted === null || wanted === sectionSlug(main.value.section)) return main;
    const name = main.value.sections.find((section) => sectionSlug(section) === wanted);
    if (name === undefined) throw new UnknownReportError('USDA_SECTION_UNKNOWN', `not a section of report ${slug}`);
    return this.current(report, name);
  }

  /** The section with its figures, as a response that is made once and kept while there is room. @throws HttpError OVERLOADED */
  response(section: CurrentSection, encoding: ResponseEncoding): Promise<ReadyResponse> {
    const { copy, fetchedAt, stale } = section;
    return this.responses.get(JSON.stringify([copy, fetchedAt, stale]), encoding, () => this.make(section));
  }

  /** The stored sections of a listed report; null if none are stored. Never asks USDA. */
  async storedSections(slug: string): Promise<readonly string[] | null> {
    const list = await this.reports.storedReportList();
    const report = list?.find((listed) => listed.slug_id === slug);
    return report ? ((await this.cacheOf(report, null).cache.stored())?.sections ?? null) : null;
  }

  private async current(report: MarketReport, section: string | null): Promise<CurrentSection> {
    const { cache, copy } = this.cacheOf(report, section);
    return { ...(await cache.get()), copy };
  }

  private async make({ copy, stale }: CurrentSection): Promise<ReadyResponse> {
    const stored = await this.copies.find(copy, this.connection.source, (text) => parseReportSection(JSON.parse(text)));
    if (!stored) throw new HttpError('OVERLOADED', 'the copy was evicted before it was read');
    // Other visitors are served in between.
    await nextTurn();
    const body = JSON.stringify(toReportSection({ ...stored.value, fetchedAt: stored.fetchedAt, stale }));
    return new ReadyResponse(Buffer.from(body), 'application/json; charset=utf-8', MADE_OFTEN);
  }

  private cacheOf(report: MarketReport, section: string | null): { cache: OpenedCache; copy: string } {
    const request = this.requests.section(report, section, (copies) => this.copies.keepNewest(copies, MAX_STORED - 1));
    // The next copy gets the title that is on the list by then.
    const key = JSON.stringify([request.name, report.report_title, report.discontinued]);
    const cache = this.open.get(key) ?? this.caches.for({ ...request, queue: this.queue, asking: this.asking });
    this.open.delete(key);
    this.open.set(key, cache);
    for (const [other, idle] of this.open) {
      if (this.open.size <= MAX_STORED) break;
      // A cache waiting for USDA is kept until the response arrives.
      if (other !== key && !idle.isAsking) this.open.delete(other);
    }
    return { cache, copy: request.name };
  }
}
