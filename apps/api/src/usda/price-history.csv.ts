import { toCsv, type PriceHistory } from '@site/contracts';

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

/** One row per item and week, under two lines that say whose figures these are. Prices are US dollars per `price_unit`. */
export function priceHistoryCsv({ attribution, licence, series }: PriceHistory): string {
  const rows = series.flatMap((one) =>
    one.points.map((point) => [
      point.date,
      one.region,
      one.commodity,
      one.section,
      one.type,
      one.condition,
      one.package_size,
      one.environment,
      one.quality_grade,
      one.price_unit,
      point.price_avg,
      point.price_min,
      point.price_max,
      point.store_count,
    ]),
  );
  return toCsv([`Source: ${attribution}`, `Licence: ${licence}`], COLUMNS, rows);
}
