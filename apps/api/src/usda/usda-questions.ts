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
import type { MarsSection } from './mars-answer.ts';
import { withPriceChanges } from './price-change.ts';
import { mapReportList } from './report-list.mapper.ts';
import { mapSection } from './section.mapper.ts';
import type { UpstreamQuestion } from './upstream-cache.ts';
import { UsdaConnection } from './usda-connection.ts';
import { UsdaClient } from './usda.client.ts';
import { AnswerTooLongError, UpstreamError } from './usda.errors.ts';
import { mapPriceRows, splitByWeek, within } from './usda.mapper.ts';

/** A report of which every week is kept. */
export interface KeptReport {
  readonly slug: number;
  /** What its history is asked for by. */
  readonly commodity: Commodity;
}

export const EGGS: KeptReport = { slug: 2757, commodity: 'egg' };
export const BEEF: KeptReport = { slug: 3228, commodity: 'beef' };

/** The newest issue and the one before it, which the price changes are reckoned against. */
const ISSUES = 2;
/** Newest issues of an opened report: half a year of weekly ones; where that is too long an answer, fewer. */
const OPEN_ISSUES = [26, 4, 1] as const;
/** Names of the copies of opened reports begin so. A copy of another form takes another number. */
const OPENED = 'open report 1 ';
/** A report is dated by the week it is published in. A day more, because days begin earlier in the east. */
const MAX_DAYS_AHEAD_MS = 86_400_000;

/** Name of a report's stored copy. */
export const copyOf = ({ slug }: KeptReport): string => `report ${slug}`;
/** Kind and name of the job that follows a new copy. */
export const followUpOf = ({ slug }: KeptReport): string => `price history of report ${slug}`;

/** A stored entry of another version's shape would be left out by the reader, so such a copy is not used at all. */
function parseStoredList(value: unknown): MarketReport[] {
  const reports = parseMarketReports(value);
  if (!Array.isArray(value) || reports.length < value.length) throw new Error('the copy has another shape');
  return reports;
}

/** What USDA is asked, and what is made of its answers. */
@Injectable()
export class UsdaQuestions {
  constructor(
    private readonly connection: UsdaConnection,
    @Inject(UsdaClient) private readonly client: Pick<UsdaClient, 'fetchPriceRows' | 'fetchReportList' | 'fetchSection'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  reportList(): UpstreamQuestion<MarketReport[]> {
    return {
      name: 'report list',
      ask: async (signal) => mapReportList(await this.client.fetchReportList(signal)),
      parse: parseStoredList,
      isEmpty: (reports) => reports.length === 0,
    };
  }

  weekly(report: KeptReport): UpstreamQuestion<WeeklyReport> {
    return {
      name: copyOf(report),
      followUp: followUpOf(report),
      ask: (signal) => this.fetchWeekly(report, signal),
      parse: parseWeeklyReport,
      isEmpty: ({ currentWeekData }) => currentWeekData.length === 0,
    };
  }

  /**
   * @param name of the section; null is the one with the report's figures
   * @param makeRoom is told how the names of these copies begin, before one is added
   */
  section(
    report: MarketReport,
    name: string | null,
    makeRoom: (copies: string) => Promise<void>,
  ): UpstreamQuestion<ReportSection> {
    return {
      name: `${OPENED}${report.slug_id} ${name ?? ''}`,
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
      parse: parseReportSection,
      isEmpty: ({ rows }) => rows === 0,
    };
  }

  private async fetchSection(slug: string, name: string | null, signal: AbortSignal): Promise<MarsSection> {
    for (const issues of OPEN_ISSUES) {
      const isLast = issues === 1;
      try {
        return await this.client.fetchSection(slug, name, issues, isLast, signal);
      } catch (error) {
        if (isLast || !(error instanceof AnswerTooLongError)) throw error;
      }
    }
    throw new AnswerTooLongError(`one issue of report ${slug} is too long`);
  }

  private async fetchWeekly({ slug, commodity }: KeptReport, signal: AbortSignal): Promise<WeeklyReport> {
    const rows = await this.client.fetchPriceRows(slug, ISSUES, signal);
    const mapped = mapPriceRows(rows);
    const now = this.clock.now().getTime();
    // A mistyped year would else be the newest week for ever.
    const records = within(mapped.records, new Date(0), new Date(now + MAX_DAYS_AHEAD_MS));
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
