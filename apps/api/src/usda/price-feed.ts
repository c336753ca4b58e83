import {
  comparedUnit,
  dollars,
  inStores,
  itemName,
  ownUnit,
  type Commodity,
  type PriceHistory,
  type PricePoint,
  type PriceSeries,
} from '@site/contracts';
import { escapeHtml } from '../http/escape-html.ts';

/** The feed's address and subject. */
interface FeedAddress {
  readonly origin: string;
  /** Path and query of the feed itself. */
  readonly path: string;
  readonly commodity: Commodity;
  readonly region: string;
  /** Null means every item. */
  readonly item: string | null;
}

export const PAGES = { beef: '/projects/beef-cut-prices', egg: '/projects/egg-prices' } as const;
export const TITLES = { beef: 'Beef prices', egg: 'Egg prices' } as const;
/** Timestamp of a feed without entries. */
const NEVER = '1970-01-01';

// XML allows no control characters, not even escaped.
const escapeXml = (text: string): string => escapeHtml(text.replaceAll(/\p{Cc}/gu, ' ')).replaceAll('>', '&gt;');
const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;
const link = (rel: string, type: string, href: string): string => `<link rel="${rel}" type="${type}" href="${escapeXml(href)}"/>`;

const atMidnight = (day: string): string => `${day}T00:00:00Z`;

/** "$3.00 per dozen, from $2.00 to $4.00, in 600 stores": formatted as on the page. */
function figureWords(commodity: Commodity, series: PriceSeries, point: PricePoint): { figure: string; more: string } | null {
  const { price_avg: average, price_min: low, price_max: high, store_count: stores } = point;
  if (average === null) return null;
  const compared = comparedUnit(commodity, series);
  const price = (amount: number) => dollars(amount * (compared?.factor ?? 1));
  const range = low !== null && high !== null && low !== high ? `, from ${price(low)} to ${price(high)}` : '';
  const count = stores === null ? '' : `,${inStores(stores)}`;
  return { figure: `${price(average)} ${compared ? `per ${compared.unit}` : ownUnit(series)}`, more: `${range}${count}` };
}

function pageAddress({ origin, commodity, region }: FeedAddress, item: string): string {
  const query = new URLSearchParams({ item, ...(region !== 'NATIONAL' && { 'chart-region': region }) });
  return `${origin}${PAGES[commodity]}?${query.toString()}`;
}

function entryOf(address: FeedAddress, series: PriceSeries, point: PricePoint): string[] {
  const { origin, commodity, region } = address;
  const words = figureWords(commodity, series, point);
  if (!words) return [];
  const name = itemName(commodity, series);
  return [
    '<entry>',
    element(
      'id',
      `tag:${new URL(origin).hostname},2026:${[commodity, region, series.item, point.date].map(encodeURIComponent).join('/')}`,
    ),
    element('title', `${name}: ${words.figure}`),
    element('updated', atMidnight(point.date)),
    link('alternate', 'text/html', pageAddress(address, series.item)),
    element('summary', `${region}, week of ${point.date}: ${words.figure}${words.more}. Advertised feature price, nominal.`),
    '</entry>',
  ];
}

/** An Atom feed (RFC 4287) with an entry for each item and week that has a price, newest first. */
export function priceFeed(address: FeedAddress, { attribution, licence, series }: PriceHistory): string {
  const { origin, path, commodity, region, item } = address;
  const dated = series.flatMap((one) => one.points.map((point) => ({ series: one, point })));
  const newestFirst = dated.toSorted((one, other) =>
    one.point.date < other.point.date ? 1 : one.point.date > other.point.date ? -1 : 0,
  );
  const [only] = series;
  const subject = item !== null && only ? itemName(commodity, only) : TITLES[commodity];
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', origin + path),
    element('title', `${subject}, ${region}: advertised prices by week`),
    element('updated', atMidnight(newestFirst[0]?.point.date ?? NEVER)),
    `<author>${element('name', attribution)}</author>`,
    element('rights', licence),
    link('self', 'application/atom+xml', origin + path),
    link('alternate', 'text/html', item === null ? origin + PAGES[commodity] : pageAddress(address, item)),
    ...newestFirst.flatMap(({ series: one, point }) => entryOf(address, one, point)),
    '</feed>',
    '',
  ].join('\n');
}
