/** How the points of a series are concatenated. A point's date starts `dateAt` characters into its text. */
export const POINT_FORMATS = {
  json: { separator: ',', nextPoint: ',{', dateAt: '{"date":"'.length },
  csv: { separator: '\r\n', nextPoint: '\r\n', dateAt: 0 },
} as const;

export type HistoryFormat = keyof typeof POINT_FORMATS;

/** Placeholder in a CSV line for the cells that all points of the item share. The character occurs in no date or number. */
export const ITEM_PLACE = '*';

const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** Returns the points from the first day to the last, inclusive; an empty string if there are none. */
export function cutPoints(points: string, format: HistoryFormat, first: string, last: string): string {
  const { separator, nextPoint, dateAt } = POINT_FORMATS[format];
  const dateOf = (point: number): string => points.slice(point + dateAt, point + dateAt + DATE_LENGTH);
  if (points === '') return '';
  // Searches from both ends: requests usually need all points of a year.
  let start = 0;
  while (dateOf(start) < first) {
    const next = points.indexOf(nextPoint, start);
    if (next < 0) return '';
    start = next + separator.length;
  }
  let end = points.length;
  while (end > start) {
    const before = points.lastIndexOf(nextPoint, end - 1);
    const point = before < 0 ? 0 : before + separator.length;
    if (dateOf(point) <= last) return points.slice(start, end);
    end = before;
  }
  return '';
}
