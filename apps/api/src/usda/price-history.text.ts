import { csvFile, csvLine, type PriceHistory } from '@site/contracts';
import type { WrittenSeries } from './price-history.memory.ts';
import { ITEM_PLACE } from './price-history.repository.ts';

export type Envelope = Omit<PriceHistory, 'series'>;

export function historyJson(envelope: Envelope, series: readonly WrittenSeries[]): string {
  const start = JSON.stringify(envelope).slice(0, -1);
  const all = series.map(({ head, points }) => `${JSON.stringify(head).slice(0, -1)},"points":[${points}]}`);
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

const itemCells = ({ head }: WrittenSeries): string =>
  csvLine([
    head.region,
    head.commodity,
    head.section,
    head.type,
    head.condition,
    head.package_size,
    head.environment,
    head.quality_grade,
    head.price_unit,
  ]);

/** One row per item and week, under two lines that say whose figures these are. Prices are US dollars per `price_unit`. */
export function historyCsv({ attribution, licence }: Envelope, series: readonly WrittenSeries[]): string {
  const lines = series.map((one) => {
    const cells = itemCells(one);
    // As a function: a text would have its dollar signs read.
    return one.points.replaceAll(ITEM_PLACE, () => cells);
  });
  return csvFile([`Source: ${attribution}`, `Licence: ${licence}`], COLUMNS, lines);
}
