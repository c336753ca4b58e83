import type { PriceHistory } from '@site/contracts';

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

/** A cell that a spreadsheet would run as a formula is quoted and led by an apostrophe. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180, with two lines before the table that say whose figures these are. Prices are US dollars per `price_unit`. */
export function toCsv(history: PriceHistory): string {
  const lines = [`# Source: ${history.attribution}`, `# Licence: ${history.licence}`, COLUMNS.join(',')];
  for (const series of history.series) {
    for (const point of series.points) {
      const cells = [
        point.date,
        series.region,
        series.commodity,
        series.section,
        series.type,
        series.condition,
        series.package_size,
        series.environment,
        series.quality_grade,
        series.price_unit,
        point.price_avg,
        point.price_min,
        point.price_max,
        point.store_count,
      ];
      lines.push(cells.map(cell).join(','));
    }
  }
  return `${lines.join('\r\n')}\r\n`;
}
