import { csvFile, csvLine, csvMetadata, ITEM_FIELDS, PRICE_NOTES, priceFields, type PriceHistory } from '@site/contracts';
import type { ItemHead, StoredSeries } from './price-history.repository.ts';
import { cutPoints, ITEM_PLACE, POINT_FORMATS, type HistoryFormat } from './price-points.ts';

export type Envelope = Omit<PriceHistory, 'series'>;

/** One item, and its points in the format they are sent in. */
export interface WrittenSeries {
  readonly head: ItemHead;
  readonly points: string;
}

/**
 * Joins the years of each item, and omits days that were not requested. An item's description is that of its last year; items
 * without points are omitted.
 *
 * @param years oldest first
 * @returns in the order of the items' keys
 */
export function joinYears(
  years: readonly StoredSeries[],
  format: HistoryFormat,
  first: string,
  last: string,
): readonly WrittenSeries[] {
  const byItem = new Map<string, WrittenSeries>();
  for (const { points, ...head } of years) {
    const added = cutPoints(points, format, first, last);
    if (added === '') continue;
    const before = byItem.get(head.item)?.points;
    byItem.set(head.item, { head, points: before === undefined ? added : before + POINT_FORMATS[format].separator + added });
  }
  return [...byItem.values()].toSorted((one, other) => (one.head.item < other.head.item ? -1 : 1));
}

const END_OF_SERIES = Buffer.from(']}');

/** Returns bytes, built item by item: a single string of a megabyte would be copied two more times. */
export function historyJson(envelope: Envelope, series: readonly WrittenSeries[]): Buffer {
  const start = `${JSON.stringify(envelope).slice(0, -1)},"series":[`;
  const all = series.flatMap(({ head, points }, at) => [
    Buffer.from(`${at === 0 ? '' : ','}${JSON.stringify(head).slice(0, -1)},"points":[`),
    Buffer.from(points),
    END_OF_SERIES,
  ]);
  return Buffer.concat([Buffer.from(start), ...all, END_OF_SERIES]);
}

const COLUMNS = ['date', ...ITEM_FIELDS, 'price_avg', 'price_min', 'price_max', 'store_count'] as const;

const itemCells = ({ head }: WrittenSeries): string => csvLine(ITEM_FIELDS.map((field) => head[field]));

/** Describes the table. @param address of the table, absolute, so that a saved copy also leads to it */
export const historyMetadata = ({ attribution, licence }: Envelope, address: string): string =>
  csvMetadata({
    file: address,
    title: 'Stored weeks of advertised prices',
    source: attribution,
    license: licence,
    notes: [...PRICE_NOTES, 'A week in which an item was not advertised has no row'],
    fields: priceFields(COLUMNS),
  });

/** One row per item and week, below one line for the source and one for the license. Prices are US dollars per `price_unit`. */
export function historyCsv({ attribution, licence }: Envelope, series: readonly WrittenSeries[]): Buffer {
  const lines = series.map((one) => {
    // A dollar sign is special in a replacement string; a replacement function takes twice as long.
    return one.points.replaceAll(ITEM_PLACE, itemCells(one).replaceAll('$', '$$$$'));
  });
  return Buffer.from(csvFile([`Source: ${attribution}`, `License: ${licence}`], COLUMNS, lines));
}
