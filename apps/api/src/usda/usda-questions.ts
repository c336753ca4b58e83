import { Inject, Injectable } from '@nestjs/common';
import { parseMarketReports, parseWeeklyReport, type Commodity, type MarketReport, type WeeklyReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import { withPriceChanges } from './price-change.ts';
import { mapReportList } from './report-list.mapper.ts';
import type { UpstreamQuestion } from './upstream-cache.ts';
import { UsdaConnection } from './usda-connection.ts';
import { UsdaClient } from './usda.client.ts';
import { UpstreamError } from './usda.errors.ts';
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
    @Inject(UsdaClient) private readonly client: Pick<UsdaClient, 'fetchPriceRows' | 'fetchReportList'>,
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
