import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { COMMODITIES, parsePriceHistory, type PriceFeedQuery, type PriceHistory } from '@site/contracts';
import { Config } from '../config/config.ts';
import { KnownAddresses } from '../site/known-addresses.ts';
import { PAGES, priceFeed, TITLES } from './price-feed.ts';
import { PriceHistoryService } from './price-history.service.ts';

const DAY_MS = 86_400_000;
/** A year of one item. */
const ITEM_DAYS = 364;
/** The newest two weeks of every item. */
const ALL_DAYS = 7;

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

/** Weekly figures for feed readers. */
@Injectable()
export class PriceFeedService implements OnModuleInit {
  constructor(
    @Inject(Config) private readonly config: Pick<Config, 'publicOrigin'>,
    @Inject(PriceHistoryService) private readonly history: Pick<PriceHistoryService, 'response' | 'newestWeek' | 'envelope'>,
    private readonly known: KnownAddresses,
  ) {}

  onModuleInit(): void {
    for (const commodity of COMMODITIES)
      this.known.registerFeed(PAGES[commodity], {
        title: `${TITLES[commodity]} by week`,
        address: `/api/price-history.atom?commodity=${commodity}`,
      });
  }

  /** @param path the feed's own path with its query */
  async feed(query: PriceFeedQuery, path: string): Promise<string> {
    const { commodity, item = null, region = 'NATIONAL' } = query;
    const address = { origin: this.config.publicOrigin, path, commodity, region, item };
    return priceFeed(address, await this.historyOf(query));
  }

  private async historyOf(query: PriceFeedQuery): Promise<PriceHistory> {
    const to = await this.history.newestWeek(query);
    if (to === null) return { ...this.history.envelope, series: [] };
    const from = daysBefore(to, query.item === undefined ? ALL_DAYS : ITEM_DAYS);
    const response = await this.history.response({ ...query, from, to }, 'json', null);
    return parsePriceHistory(JSON.parse((await response.body(null)).toString()));
  }
}
