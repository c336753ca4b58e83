import { csvFile, csvLine, ITEM_FIELDS, type PriceHistory } from '@site/contracts';
import type { ItemHead, StoredSeries } from './price-history.repository.ts';
import { cutPoints, ITEM_PLACE, POINT_FORMATS, type HistoryFormat } from './price-points.ts';

export type Envelope = Omit<PriceHistory, 'series'>;

/** One item, and its points as they are sent. */
export interface WrittenSeries {
  readonly head: ItemHead;
  readonly points: string;
}

/**
 * Joins the years of each item, and leaves out days that were not asked for. An item is described as in the last of its years; one
 * without points is left out.
 *
 * @param years the oldest first
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

/** As bytes, item by item: one text of a megabyte would be copied twice more. */
export function historyJson(envelope: Envelope, series: readonly WrittenSeries[]): Buffer {
  const start = `${JSON.stringify(envelope).slice(0, -1)},"series":[`;
  const all = series.flatMap(({ head, points }, at) => [
    Buffer.from(`${at === 0 ? '' : ','}${JSON.stringify(head).slice(0, -1)},"points":[`),
    Buffer.from(points),
    END_OF_SERIES,
  ]);
  return Buffer.concat([Buffer.from(start), ...all, END_OF_SERIES]);
}

const COLUMNS = ['date', ...ITEM_FIELDS, 'price_avg', 'price_min', 'price_max', 'store_count'];

const itemCells = ({ head }: WrittenSeries): string => csvLine(ITEM_FIELDS.map((field) => head[field]));

/** One row per item and week, under two lines that say whose figures these are. Prices are US dollars per `price_unit`. */
export function historyCsv({ attribution, licence }: Envelope, series: readonly WrittenSeries[]): Buffer {
  const lines = series.map((one) => {
    // A dollar sign means something in the text that replaces another; a function in its place takes twice as long.
    return one.points.replaceAll(ITEM_PLACE, itemCells(one).replaceAll('$', '$$$$'));
  });
  return Buffer.from(csvFile([`Source: ${attribution}`, `Licence: ${licence}`], COLUMNS, lines));
}
