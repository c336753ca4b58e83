import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Logger } from 'pino';
import { COMMODITIES, parsePriceHistory, priceItemKey, type Commodity, type PageLead, type PriceSeries } from '@site/contracts';
import { Clock } from '../clock.ts';
import { LOGGER } from '../http/logger.ts';
import { KnownAddresses } from '../site/known-addresses.ts';
import { PAGES } from './price-feed.ts';
import { PriceHistoryService } from './price-history.service.ts';
import { leadPrice, priceLead } from './price-lead.ts';
import { UsdaService } from './usda.service.ts';

/** A lead older than this is rebuilt from the stored copies, while visitors get the old one. */
const FRESH_MS = 10_000;
/** A lead older than this may be from another week, so a document waits for the new one. */
const MAX_AGE_MS = 60_000;
/** How long a document waits for its lead. Without one, the page says the same once its scripts have loaded. */
const MAX_WAIT_MS = 500;
/** Query parameters that change what a page says first. */
const CHOICES = ['zip', 'cut', 'type', 'region', 'item', 'chart-region', 'view', 'unit', 'show'];

interface Kept {
  readonly lead: PageLead | undefined;
  readonly madeAt: number;
}

/** Adds the week's figure, its changes and a chart of its year to the documents of the price pages. */
@Injectable()
export class PriceLeadService implements OnModuleInit {
  private readonly kept = new Map<Commodity, Kept>();
  private readonly making = new Map<Commodity, Promise<Kept>>();

  constructor(
    @Inject(UsdaService) private readonly reports: Pick<UsdaService, 'storedWeekly'>,
    @Inject(PriceHistoryService) private readonly history: Pick<PriceHistoryService, 'response'>,
    private readonly known: KnownAddresses,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  onModuleInit(): void {
    for (const commodity of COMMODITIES)
      this.known.registerLead(PAGES[commodity], async (query) =>
        CHOICES.some((name) => query.has(name)) ? undefined : this.lead(commodity),
      );
  }

  /** The lead from stored data; undefined if there is none in time. Never asks USDA, and never fails. */
  private async lead(commodity: Commodity): Promise<PageLead | undefined> {
    const kept = this.kept.get(commodity);
    const age = kept ? Math.abs(this.clock.now().getTime() - kept.madeAt) : Number.POSITIVE_INFINITY;
    if (kept && age < FRESH_MS) return kept.lead;
    const next = this.renew(commodity);
    if (kept && age < MAX_AGE_MS) return kept.lead;
    const { lead } = await Promise.race([next, delay(MAX_WAIT_MS, { lead: undefined }, { ref: false })]);
    return lead;
  }

  private renew(commodity: Commodity): Promise<Kept> {
    const making =
      this.making.get(commodity) ??
      this.make(commodity)
        .catch((error: unknown) => {
          this.logger.warn({ event: 'price-lead-failed', commodity, message: String(error) });
          return this.kept.get(commodity)?.lead;
        })
        .then((lead) => {
          const kept = { lead, madeAt: this.clock.now().getTime() };
          this.kept.set(commodity, kept);
          this.making.delete(commodity);
          return kept;
        });
    this.making.set(commodity, making);
    return making;
  }

  private async make(commodity: Commodity): Promise<PageLead | undefined> {
    const report = await this.reports.storedWeekly(commodity);
    const price = report && leadPrice(commodity, report);
    if (!report || !price) return undefined;
    const { series, isComplete } = await this.yearOf(commodity, price.record);
    return priceLead(commodity, report, price, series, isComplete);
  }

  private async yearOf(
    commodity: Commodity,
    record: Parameters<typeof priceItemKey>[1] & { readonly report_date: string },
  ): Promise<{ readonly series: PriceSeries | undefined; readonly isComplete: boolean }> {
    const item = priceItemKey(commodity, record);
    const { ready, isComplete } = await this.history.response({ commodity, item, to: record.report_date }, 'json', null);
    return { series: parsePriceHistory(JSON.parse((await ready.body(null)).toString())).series[0], isComplete };
  }
}
