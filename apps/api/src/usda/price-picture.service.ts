import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  COMMODITIES,
  daysAfter,
  MAX_CHART_ITEMS,
  parsePriceHistory,
  priceItemKey,
  YEAR_DAYS,
  type Commodity,
  type PriceHistory,
  type PriceHistoryQuery,
  type PricePictureQuery,
} from '@site/contracts';
import { HttpError } from '../http/app-error.ts';
import { keepRecent } from '../http/keep-recent.ts';
import { WorkQueue } from '../http/work-queue.ts';
import { KnownAddresses } from '../site/known-addresses.ts';
import type { PreviewImage } from '../site/preview-image.ts';
import { PAGES, TITLES } from './price-feed.ts';
import { PriceHistoryService } from './price-history.service.ts';
import { PICTURE_SIZE, pricePicture } from './price-picture.ts';

/** About 60 kB each. */
const MAX_KEPT = 100;
/** One at a time: each occupies a thread that also serves files and the database. */
const MAX_DRAWING = 1;
const MAX_WAITING = 20;

/** Query parameters that filter rows in ways that only the page knows. */
const FILTERS = ['zip', 'cut', 'type'];

/** The picture of the chart that an address of a price page shows; undefined if the address alone does not determine it. */
function pictureAt(commodity: Commodity, page: URLSearchParams): PreviewImage | undefined {
  const items = [...new Set(page.getAll('item').filter(Boolean))].slice(0, MAX_CHART_ITEMS);
  // As on the page: without a chart its region has no meaning.
  const hasChart = items.length > 0 || page.get('view') === 'chart';
  const region = (hasChart ? page.get('chart-region') : null) ?? page.get('region');
  if ((items.length === 0 || region === null) && FILTERS.some((name) => page.has(name))) return undefined;
  const query = new URLSearchParams({ commodity, ...(region && { region }) });
  for (const item of items) query.append('item', item);
  if (page.get('show') === 'percent') query.set('show', 'percent');
  return {
    url: `/api/price-picture.png?${query.toString()}`,
    ...PICTURE_SIZE,
    alt: `Chart: weekly ${TITLES[commodity].toLowerCase()} over the past year`,
  };
}

/** Draws the preview picture of shared price links. */
@Injectable()
export class PricePictureService implements OnModuleInit {
  /** By a hash of what is drawn, least recently requested first. */
  private readonly kept = new Map<string, Promise<Buffer>>();
  private readonly queue = new WorkQueue(MAX_DRAWING, MAX_WAITING);

  constructor(
    @Inject(PriceHistoryService) private readonly history: Pick<PriceHistoryService, 'response' | 'newestWeek' | 'envelope'>,
    private readonly known: KnownAddresses,
  ) {}

  onModuleInit(): void {
    for (const commodity of COMMODITIES) this.known.registerPicture(PAGES[commodity], (query) => pictureAt(commodity, query));
  }

  /** @throws HttpError NOT_FOUND when none of the items has a stored price there, OVERLOADED */
  async picture({ commodity, item = [], region = 'NATIONAL', show }: PricePictureQuery): Promise<Buffer> {
    const to = await this.history.newestWeek({ commodity, region });
    if (to === null) throw new HttpError('NOT_FOUND', 'no stored week');
    const scope = { commodity, region, from: daysAfter(to, -YEAR_DAYS), to };
    const wanted = typeof item === 'string' ? [item] : item;
    const items = wanted.length > 0 ? [...new Set(wanted)] : await this.mostAdvertised({ ...scope, from: to });
    const found = await Promise.all(items.map((one) => this.read({ ...scope, item: one })));
    const series = found
      .flatMap((history) => history.series)
      .filter(({ points }) => points.some((point) => point.price_avg !== null));
    if (series.length === 0) throw new HttpError('NOT_FOUND', 'no stored price');
    return this.drawn(pricePicture({ ...this.history.envelope, commodity, region, series, isPercent: show === 'percent' }));
  }

  private async read(query: PriceHistoryQuery): Promise<PriceHistory> {
    const { ready } = await this.history.response(query, 'json', null);
    return parsePriceHistory(JSON.parse((await ready.body(null)).toString()));
  }

  private async mostAdvertised(week: PriceHistoryQuery): Promise<string[]> {
    const { series } = await this.read(week);
    const stores = ({ points }: (typeof series)[number]) =>
      points.some((point) => point.price_avg !== null) ? (points[0]?.store_count ?? 0) : -1;
    const [most] = series.toSorted((one, other) => stores(other) - stores(one));
    return most ? [priceItemKey(week.commodity, most)] : [];
  }

  private drawn(svg: string): Promise<Buffer> {
    const key = createHash('sha256').update(svg).digest('base64url');
    const picture = keepRecent(this.kept, key, this.kept.get(key) ?? this.queue.run(() => pngOf(svg)), MAX_KEPT);
    picture.catch(() => this.kept.delete(key));
    return picture;
  }
}

/** The library is loaded for the first picture: few servers ever need one. */
async function pngOf(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}
