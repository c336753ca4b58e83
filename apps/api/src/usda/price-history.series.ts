import { csvFile, csvLine, type PriceHistory, type PriceSeries } from '@site/contracts';
import type { ItemHead, StoredWeek } from './price-history.repository.ts';

/** A series whose points are JSON already, the oldest first. */
export interface WrittenSeries {
  readonly head: ItemHead;
  readonly points: readonly string[];
}

export type Envelope = Omit<PriceHistory, 'series'>;

/** The points of each item, and the last week that has it. In the order of the items' keys. */
export function groupByItem(weeks: readonly StoredWeek[]): Map<string, { points: string[]; lastWeek: string }> {
  const byItem = new Map<string, { points: string[]; lastWeek: string }>();
  for (const { week, items, points } of weeks) {
    // Two lists in step: no callback for each of ten thousand points.
    for (let place = 0; place < items.length; place += 1) {
      const [item, point] = [items[place], points[place]];
      if (item === undefined || point === undefined) throw new Error(`the lists of ${week} are not in step`);
      const known = byItem.get(item);
      if (!known) byItem.set(item, { points: [point], lastWeek: week });
      else {
        known.points.push(point);
        known.lastWeek = week;
      }
    }
  }
  return new Map([...byItem].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export function historyJson(envelope: Envelope, series: readonly WrittenSeries[]): string {
  const start = JSON.stringify(envelope).slice(0, -1);
  const all = series.map(({ head, points }) => `${JSON.stringify(head).slice(0, -1)},"points":[${points.join(',')}]}`);
  return `${start},"series":[${all.join(',')}]}`;
}

const COLUMNS = [
  'date',
  'region',
  'commodity',
  'section',
  'type',
  'condition',
  'package_size',
  'environment',
  'quality_grade',
  'price_unit',
  'price_avg',
  'price_min',
  'price_max',
  'store_count',
];

/** Figures of a point in the order of the columns. Parsing ten thousand points as JSON would take twice as long. */
const POINT = /^\{"date":"([^"]*)","price_avg":([^,]*),"price_min":([^,]*),"price_max":([^,]*),"store_count":([^}]*)\}$/;

function csvOfPoint(point: string, item: string): string {
  const [, date, ...figures] = POINT.exec(point) ?? [];
  if (date === undefined) throw new Error('a stored point has another form');
  return `${date},${item},${figures.map((figure) => (figure === 'null' ? '' : figure)).join(',')}`;
}

const itemCells = (head: Omit<PriceSeries, 'points'>) => [
  head.region,
  head.commodity,
  head.section,
  head.type,
  head.condition,
  head.package_size,
  head.environment,
  head.quality_grade,
  head.price_unit,
];

/** One row per item and week, under two lines that say whose figures these are. Prices are US dollars per `price_unit`. */
export function historyCsv({ attribution, licence }: Envelope, series: readonly WrittenSeries[]): string {
  const lines = series.flatMap(({ head, points }) => {
    const item = csvLine(itemCells(head));
    return points.map((point) => csvOfPoint(point, item));
  });
  return csvFile([`Source: ${attribution}`, `Licence: ${licence}`], COLUMNS, lines);
}
