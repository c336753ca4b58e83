import { Inject, Injectable } from '@nestjs/common';
import { dayOf, daysAfter, startOfDay, type PriceHistoryQuery } from '@site/contracts';
import { Clock } from '../clock.ts';
import { HttpError } from '../http/app-error.ts';
import { MADE_OFTEN, ReadyResponse, type ResponseEncoding } from '../http/ready-response.ts';
import { ResponseCache } from '../http/response-cache.ts';
import { WorkQueue } from '../http/work-queue.ts';
import { normalizeRegion } from './mars-value.ts';
import { PriceHistoryRepository, type HistoryScope, type WeekSize } from './price-history.repository.ts';
import { historyCsv, historyJson, joinYears, type Envelope } from './price-history.text.ts';
import type { HistoryFormat } from './price-points.ts';
import { PriceSeriesUpdater } from './price-series.updater.ts';
import { UsdaConnection } from './usda-connection.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** Weeks that USDA may have left out of a complete history; the first one may also begin before the first day. */
const MAX_GAPS = 3;
/** A year plus the same week of the year before, so that a chart can compare the two. */
const DEFAULT_DAYS = 371;
/** Five years, two of which may be leap years, plus one week. */
const MAX_DAYS = 5 * 365 + 2 + 7;
/** Two years of national beef prices: double the largest history that a page shows. About 2.5 MB of JSON. */
export const MAX_POINTS = 25_000;
const MAX_CACHE_BYTES = 64_000_000;
/** Histories made concurrently: one waits for the database or for compression while the other is serialized. */
const MAX_MAKING = 2;
/** Three seconds of work. A page requests one history. */
const MAX_WAITING = 300;

const ATTRIBUTION = {
  live: 'USDA Agricultural Marketing Service, Market News: advertised feature prices, not shelf prices',
  sample: 'Sample data for this site, modeled on USDA Market News: not for citation',
};
const LICENSE = 'Public domain (work of the United States Government)';

const CONTENT_TYPES = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' };

/** Limited because the region's name comes from the request. */
const MAX_SCOPES = 64;

/** The cached data for one revision of the stored prices. */
interface Generation {
  readonly revision: string;
  /** By scope, least recently used first. */
  readonly weeks: Map<string, Promise<WeekSize[]>>;
  readonly responses: ResponseCache;
}

interface Wanted extends HistoryScope {
  /** `priceItemKey`; null means every item. */
  readonly item: string | null;
  /** The first and the last stored week; null if there is none. */
  readonly days: readonly [first: string, last: string] | null;
}

export interface StoredHistory {
  readonly ready: ReadyResponse;
  /** False while weeks between the first day and the newest stored one are missing, as they are until a new site has fetched its history. */
  readonly isComplete: boolean;
}

const refuse = (details: string): never => {
  throw new HttpError('INVALID_QUERY', 'price history over a limit', {}, details);
};

/** Makes histories from the stored series, each response once, and serves them from memory until new weeks are stored. */
@Injectable()
export class PriceHistoryService {
  private generation: Generation | null = null;
  private readonly queue = new WorkQueue(MAX_MAKING, MAX_WAITING);

  constructor(
    private readonly connection: UsdaConnection,
    @Inject(PriceHistoryRepository) private readonly repository: Pick<PriceHistoryRepository, 'weekSizes' | 'years'>,
    @Inject(PriceSeriesUpdater) private readonly series: Pick<PriceSeriesUpdater, 'current'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** The stored weeks; never asks USDA. @throws HttpError INVALID_QUERY, OVERLOADED */
  async response(query: PriceHistoryQuery, format: HistoryFormat, encoding: ResponseEncoding): Promise<StoredHistory> {
    const [from, to] = this.daysOf(query);
    const generation = await this.currentGeneration();
    const { commodity, item = null } = query;
    const scope = { source: this.connection.source, commodity, region: normalizeRegion(query.region ?? 'NATIONAL') };
    const stored = (await this.weeksOf(generation, scope)).filter(({ week }) => week >= from && week <= to);
    if (item === null) requireFew(stored.reduce((sum, { rows }) => sum + rows, 0));
    const [first, last] = [stored[0]?.week, stored.at(-1)?.week];
    const wanted = { ...scope, item, days: first === undefined || last === undefined ? null : ([first, last] as const) };
    // Days that select the same weeks share a response.
    const key = JSON.stringify([format, wanted]);
    const ready = await generation.responses.get(key, encoding, () => this.make(wanted, format));
    const spanMs = startOfDay(last ?? to) - startOfDay(from);
    return { ready, isComplete: spanMs <= (stored.length + MAX_GAPS) * WEEK_MS };
  }

  /** The source of the figures. */
  get envelope(): Envelope {
    const { source } = this.connection;
    return { source, attribution: ATTRIBUTION[source], licence: LICENSE };
  }

  /** The newest stored week of a region; null if there is none. */
  async newestWeek({ commodity, region = 'NATIONAL' }: Pick<PriceHistoryQuery, 'commodity' | 'region'>): Promise<string | null> {
    const scope = { source: this.connection.source, commodity, region: normalizeRegion(region) };
    return (await this.weeksOf(await this.currentGeneration(), scope)).at(-1)?.week ?? null;
  }

  /** @throws HttpError INVALID_QUERY */
  private daysOf(query: PriceHistoryQuery): readonly [from: string, to: string] {
    const to = query.to ?? dayOf(this.clock.now().getTime());
    const from = query.from ?? daysAfter(to, -DEFAULT_DAYS);
    if (startOfDay(to) - startOfDay(from) > MAX_DAYS * DAY_MS)
      refuse(`from and to must be at most five years and a week (${MAX_DAYS} days) apart; request the years one at a time`);
    return [from, to];
  }

  private async currentGeneration(): Promise<Generation> {
    const revision = await this.series.current();
    if (this.generation?.revision !== revision)
      this.generation = { revision, weeks: new Map(), responses: new ResponseCache(MAX_CACHE_BYTES, this.queue) };
    return this.generation;
  }

  private weeksOf({ weeks }: Generation, scope: HistoryScope): Promise<WeekSize[]> {
    const name = JSON.stringify(scope);
    const sizes = weeks.get(name) ?? this.repository.weekSizes(scope);
    weeks.delete(name);
    weeks.set(name, sizes);
    sizes.catch(() => weeks.delete(name));
    for (const oldest of weeks.keys()) {
      if (weeks.size <= MAX_SCOPES) break;
      weeks.delete(oldest);
    }
    return sizes;
  }

  private async make(wanted: Wanted, format: HistoryFormat): Promise<ReadyResponse> {
    const { item, days } = wanted;
    const { envelope } = this;
    const series = days === null ? [] : joinYears(await this.repository.years(wanted, format, item, ...days), format, ...days);
    const body = format === 'json' ? historyJson(envelope, series) : historyCsv(envelope, series);
    return new ReadyResponse(body, CONTENT_TYPES[format], MADE_OFTEN);
  }
}

function requireFew(points: number): void {
  if (points <= MAX_POINTS) return;
  refuse(`the response would have ${points} points, more than the maximum of ${MAX_POINTS}; name an item or a shorter period`);
}
