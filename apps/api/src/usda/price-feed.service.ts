import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { COMMODITIES, daysAfter, parsePriceHistory, YEAR_DAYS, type PriceFeedQuery, type PriceHistory } from '@site/contracts';
import { Config } from '../config/config.ts';
import { KnownAddresses } from '../site/known-addresses.ts';
import { PAGES, priceFeed, TITLES } from './price-feed.ts';
import { PriceHistoryService } from './price-history.service.ts';

/** The newest two weeks of every item, or a year of one item. */
const ALL_DAYS = 7;

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
    const from = daysAfter(to, query.item === undefined ? -ALL_DAYS : -YEAR_DAYS);
    const { ready } = await this.history.response({ ...query, from, to }, 'json', null);
    return parsePriceHistory(JSON.parse((await ready.body(null)).toString()));
  }
}
