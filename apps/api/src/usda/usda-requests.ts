import { Inject, Injectable } from '@nestjs/common';
import {
  parseMarketReports,
  parseReportSection,
  parseWeeklyReport,
  type Commodity,
  type MarketReport,
  type ReportSection,
  type WeeklyReport,
} from '@site/contracts';
import { Clock } from '../clock.ts';
import type { MarsSection } from './mars-sections.ts';
import { withPriceChanges } from './price-change.ts';
import { mapReportList } from './report-list.mapper.ts';
import { mapSection } from './section.mapper.ts';
import type { UpstreamRequest } from './upstream-cache.ts';
import { UsdaConnection } from './usda-connection.ts';
import { UsdaClient } from './usda.client.ts';
import { ResponseTooLongError, UpstreamError } from './usda.errors.ts';
import { mapPriceRows, splitByWeek, within } from './usda.mapper.ts';

/** A report whose weeks are all stored. */
export interface KeptReport {
  readonly slug: number;
  /** The name by which its history is requested. */
  readonly commodity: Commodity;
}

/** The part of an opened section that is kept in memory; its figures, which may take 20 MB, are not. */
export type OpenedSection = Pick<ReportSection, 'section' | 'sections' | 'rows'>;

function parseOpened(value: unknown): OpenedSection {
  const { section, sections, rows } = parseReportSection(value);
  return { section, sections, rows };
}

export const EGGS: KeptReport = { slug: 2757, commodity: 'egg' };
export const BEEF: KeptReport = { slug: 3228, commodity: 'beef' };

/** The newest issue and the previous one, for computing price changes. */
const ISSUES = 2;
/** Newest issues of an opened report: half a year of weekly ones; fewer if that response is too long. */
const OPEN_ISSUES = [26, 4, 1] as const;
/** Name prefix for copies of opened reports. */
export const OPENED = 'open report ';
/** A change of format needs a new number. */
const FORMAT = 1;
/** A report is dated within the week of its publication. One extra day because of time zones. */
const MAX_AHEAD_MS = 86_400_000;

/** Name of a report's stored copy. */
export const copyOf = ({ slug }: KeptReport): string => `report ${slug}`;
/** Kind and name of the job that processes a new copy. */
export const followUpOf = ({ slug }: KeptReport): string => `price history of report ${slug}`;

/** The reader would skip a stored entry of another version's shape, so such a copy is not used at all. */
function parseStoredList(value: unknown): MarketReport[] {
  const reports = parseMarketReports(value);
  if (!Array.isArray(value) || reports.length < value.length) throw new Error('the copy has a different shape');
  return reports;
}

/** The requests to USDA, and how their responses are read. */
@Injectable()
export class UsdaRequests {
  constructor(
    private readonly connection: UsdaConnection,
    @Inject(UsdaClient) private readonly client: Pick<UsdaClient, 'fetchPriceRows' | 'fetchReportList' | 'fetchSection'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  reportList(): UpstreamRequest<MarketReport[]> {
    return {
      name: 'report list',
      ask: async (signal) => mapReportList(await this.client.fetchReportList(signal)),
      parse: parseStoredList,
      isEmpty: (reports) => reports.length === 0,
    };
  }

  weekly(report: KeptReport): UpstreamRequest<WeeklyReport> {
    return {
      name: copyOf(report),
      followUp: followUpOf(report),
      ask: (signal) => this.fetchWeekly(report, signal),
      parse: parseWeeklyReport,
      isEmpty: ({ currentWeekData }) => currentWeekData.length === 0,
    };
  }

  /**
   * @param name of the section; null means the one with the report's figures
   * @param makeRoom called with the prefix of these copies' names before one is added
   */
  section(
    report: MarketReport,
    name: string | null,
    makeRoom: (copies: string) => Promise<void>,
  ): UpstreamRequest<OpenedSection, ReportSection> {
    return {
      name: `${OPENED}${FORMAT} ${report.slug_id} ${name ?? ''}`,
      ask: async (signal) => {
        const mapped = await mapSection(await this.fetchSection(report.slug_id ?? '', name, signal));
        await makeRoom(OPENED);
        return {
          slug: report.slug_id ?? '',
          title: report.report_title,
          discontinued: report.discontinued,
          ...mapped,
          source: this.connection.source,
          fetchedAt: this.clock.now().toISOString(),
          stale: false,
        };
      },
      parse: parseOpened,
      isEmpty: ({ rows }) => rows === 0,
    };
  }

  private async fetchSection(slug: string, name: string | null, signal: AbortSignal): Promise<MarsSection> {
    for (const issues of OPEN_ISSUES) {
      const isLast = issues === 1;
      try {
        return await this.client.fetchSection(slug, name, issues, isLast, signal);
      } catch (error) {
        if (isLast || !(error instanceof ResponseTooLongError)) throw error;
      }
    }
    throw new ResponseTooLongError(`one issue of report ${slug} is too long`);
  }

  private async fetchWeekly({ slug, commodity }: KeptReport, signal: AbortSignal): Promise<WeeklyReport> {
    const rows = await this.client.fetchPriceRows(slug, ISSUES, signal);
    const mapped = mapPriceRows(rows);
    const now = this.clock.now().getTime();
    // Otherwise a mistyped year would stay the newest week forever.
    const records = within(mapped.records, new Date(0), new Date(now + MAX_AHEAD_MS));
    const droppedRows = mapped.droppedRows + mapped.records.length - records.length;
    if (records.length === 0 && droppedRows > 0) {
      throw new UpstreamError('USDA_UNEXPECTED_ANSWER', `none of ${droppedRows} rows has a date and a price`);
    }
    const { newest, earlier } = splitByWeek(withPriceChanges(commodity, records));
    return {
      currentWeekData: newest,
      historicalData: earlier,
      source: this.connection.source,
      fetchedAt: this.clock.now().toISOString(),
      stale: false,
      droppedRows,
    };
  }
}
